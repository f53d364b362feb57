import { encode, type PresenceEvent } from './protocol.ts';

/** One open connection, as far as the others are concerned. */
export type Member = {
  dataset: string;
  userId: string;
  subscriptions: Set<string>;
  /** Sessions (browser tabs) that this connection has spoken for. */
  sessions: Set<string>;
  send: (text: string) => void;
};

/** Passes on who is where: everything that one member of a dataset says reaches all others that listen there. */
export class PresenceHub {
  readonly #members = new Set<Member>();

  join(member: Member) {
    this.#members.add(member);
  }

  /** Tells the others that the member's sessions have ended. */
  leave(member: Member) {
    if (!this.#members.delete(member)) return;
    for (const session of member.sessions)
      this.broadcast(member, { type: 'disconnect', i: member.userId, m: { session } });
  }

  broadcast(from: Member, result: PresenceEvent) {
    for (const member of this.#members) {
      if (member === from || member.dataset !== from.dataset) continue;
      for (const subscription of member.subscriptions)
        member.send(encode({ method: 'presence_subscription', params: { subscription, result } }));
    }
  }
}
