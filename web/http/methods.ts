type Handler<Rest extends unknown[]> = (request: Request, ...rest: Rest) => Promise<Response>;

/** 405 for every method but `allow`. */
export function methodNotAllowed(allow: string): Response {
  return Response.json(
    { error: `Only ${allow} is allowed here.` },
    { status: 405, headers: { allow, 'cache-control': 'no-store' } },
  );
}

/** All exports of a route file: the given handlers, and 405 for every other method. HEAD is GET without its body. */
export function onlyMethods<Rest extends unknown[]>(
  handlers: Partial<Record<'GET' | 'POST' | 'OPTIONS', Handler<Rest>>>,
) {
  const allow = (['GET', 'POST'] as const).filter((method) => handlers[method]).join(', ');
  const reject: Handler<Rest> = async () => methodNotAllowed(allow);
  return {
    GET: handlers.GET ?? reject,
    HEAD: handlers.GET ?? reject,
    POST: handlers.POST ?? reject,
    OPTIONS: handlers.OPTIONS ?? reject,
    PUT: reject,
    PATCH: reject,
    DELETE: reject,
  };
}
