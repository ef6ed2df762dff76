import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { operations, type Operation } from '../../api';
import { problems } from '../problems/problems';
import type { Settings } from '../runtime/settings';
import type { Implementation } from './answer';
import { multipartForm } from './multipart-form';
import { inSetForm, withPageSize } from './not-shown';

/**
 * Registers every operation of the contract. Key and permission are checked before the body is read.
 *
 * @throws when an operation has no implementation
 */
export function registerOperations(
	app: FastifyInstance,
	implementations: readonly Implementation[],
	settings: Settings,
): void {
	const byId = new Map(implementations.map((implementation) => [implementation.id, implementation]));
	for (const [id, operation] of Object.entries<Operation>(operations)) {
		const implementation = byId.get(id);
		if (!implementation) throw new Error(`The operation ${id} has no implementation.`);
		app.route({
			method: operation.method,
			url: toRoutePath(operation.path),
			onRequest: (request, _reply, done) => {
				checkPermission(operation, request);
				done();
			},
			handler: async (request, reply) => {
				const answer = await implementation.answer({
					params: request.params,
					query: withPageSize(operation, request.query, settings.current),
					body: request.body,
					key: request.apiKey,
					form: multipartForm(request),
					fault: request.fault,
				});
				return send(reply, operation.reply.status, inSetForm(id, answer, settings.current));
			},
		});
	}
}

/** 401 without a key, also where no permission is needed; 403 without the operation's (specification, part 5). */
function checkPermission({ scope }: Operation, request: FastifyRequest): void {
	if (request.keyProblem) throw request.keyProblem;
	if (scope !== null && !request.apiKey?.scopes.includes(scope)) throw problems.insufficientScope(scope);
}

function send(reply: FastifyReply, status: number, answer: unknown): FastifyReply {
	if (answer === undefined) return reply.code(status === 200 ? 204 : status).send();
	return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(answer));
}

/** The path of the contract as Fastify writes it: `/agents/:id/retrain`. */
function toRoutePath(pattern: string): string {
	return pattern.replaceAll(/\{(\w+)\}/g, ':$1');
}
