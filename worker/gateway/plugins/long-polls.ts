import type { FastifyInstance, FastifyReply } from 'fastify';

/** Ends waiting requests early: when their client goes away, and all of them when the gateway stops. */
export class LongPolls {
	readonly #stop = new AbortController();

	constructor(app: FastifyInstance) {
		app.addHook('preClose', (done) => {
			this.#stop.abort();
			done();
		});
		// A connection that stays open after its response would delay the stop.
		app.addHook('onSend', (_request, reply, _payload, done) => {
			if (this.#stop.signal.aborted) void reply.header('connection', 'close');
			done();
		});
	}

	/** Aborted as soon as nobody waits for this response. */
	signalFor(reply: FastifyReply): AbortSignal {
		const gone = new AbortController();
		reply.raw.once('close', () => {
			gone.abort();
		});
		return AbortSignal.any([gone.signal, this.#stop.signal]);
	}
}
