type Handler = (request: Request) => Promise<Response>;

export function methodNotAllowed(allow: string): Response {
  return Response.json(
    { error: `Only ${allow} is allowed here.` },
    { status: 405, headers: { allow, 'cache-control': 'no-store' } },
  );
}

/** Returns all exports of a route file: the given handlers, and 405 for every other method. HEAD uses the GET handler. */
export function onlyMethods(handlers: Partial<Record<'GET' | 'POST', Handler>>) {
  const allow = (['GET', 'POST'] as const).filter((method) => handlers[method]).join(', ');
  const reject: Handler = async () => methodNotAllowed(allow);
  return {
    GET: handlers.GET ?? reject,
    HEAD: handlers.GET ?? reject,
    POST: handlers.POST ?? reject,
    OPTIONS: reject,
    PUT: reject,
    PATCH: reject,
    DELETE: reject,
  };
}
