import { STATUS_CODES } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { RequestLogRepository } from '../database/request-log-repository';
import { ApiProblem } from '../problems/problems';
import { sendProblem } from '../server/error-envelope';
import type { Settings } from '../runtime/settings';
import type { Fault, Faults } from './faults';

declare module 'fastify' {
	interface FastifyRequest {
		fault: Fault | null;
	}
}

export interface FaultsOptions {
	faults: Faults;
	settings: Settings;
	requestLog: RequestLogRepository;
}

/** Makes faults happen. Only permitted requests with a valid key, within the rate limit, reach this point. */
export const injectFaults = fastifyPlugin((app: FastifyInstance, { faults, settings, requestLog }: FaultsOptions) => {
	app.decorateRequest('fault', null);
	let requests = 0;

	/** A fault of the setting `lostResponses`: a repeat of a lost request arrives unless others came between. */
	const everySecond = (): Fault | undefined => {
		if (settings.current.lostResponses === 'none') return undefined;
		requests += 1;
		return requests % 2 === 1 ? { kind: 'lost-after' } : undefined;
	};

	// This hook runs after those of the operation, which check the permission. The body has not been read yet.
	app.addHook('preParsing', async (request, reply) => {
		if (!request.apiKey) return;
		const fault = faults.takeFor(request.method, request.apiPath) ?? everySecond();
		if (!fault) return;
		request.fault = fault;
		requestLog.setFault(request.logId, fault.kind);
		switch (fault.kind) {
			case 'lost-before':
				request.responseLost = true;
				reply.hijack();
				request.raw.socket.destroy();
				return;
			case 'hang':
				request.responseLost = true;
				reply.hijack();
				return;
			case 'status':
				if (fault.retryAfter !== undefined) void reply.header('retry-after', String(fault.retryAfter));
				await sendStatus(reply, fault.status);
				return;
			case 'delay':
				// After the body has been read: see preHandler.
				return;
			case 'lost-after':
			case 'late-answer':
			case 'broken-json':
				// After the effect: see onSend.
				return;
			case 'indexing-unavailable':
				// The operation itself makes this fault happen.
				return;
		}
	});

	// The whole request has arrived, so it takes effect even if its caller has disconnected by then.
	app.addHook('preHandler', async ({ fault }) => {
		// A stopping sandbox does not wait for it.
		if (fault?.kind === 'delay') await wait(fault.delayMs, undefined, { ref: false });
	});

	app.addHook('onSend', async (request, _reply, payload) => {
		const { fault } = request;
		if (fault?.kind === 'late-answer') await wait(fault.delayMs, undefined, { ref: false });
		if (fault?.kind === 'lost-after') {
			request.responseLost = true;
			request.raw.socket.destroy();
		}
		const broken = fault?.kind === 'broken-json' && typeof payload === 'string';
		return broken ? payload.slice(0, Math.ceil(payload.length / 2)) : payload;
	});
});

function sendStatus(reply: FastifyReply, status: number): FastifyReply {
	const title = STATUS_CODES[status] ?? `Status ${status}`;
	const type = title.toLowerCase().replaceAll(/\W+/g, '_');
	return sendProblem(reply, new ApiProblem({ type, title, status, detail: 'This response was requested as a fault.' }));
}
