import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Operation, operations } from '../../api';
import { problems } from '../problems/problems';
import type { Settings, SettingsValues } from '../runtime/settings';
import type { Implementation } from './implement';
import { multipartForm } from './multipart-form';

/**
 * Registers every operation of the contract. It checks key and permission before it reads the body.
 *
 * @throws if an operation has no implementation
 */
export function registerOperations(
	app: FastifyInstance,
	implementations: readonly Implementation[],
	settings: Settings,
): void {
	const byId = new Map<string, Implementation>(
		implementations.map((implementation) => [implementation.id, implementation]),
	);
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
				return send(reply, operation.reply.status, inConfiguredForm(id, answer, settings.current));
			},
		});
	}
}

/**
 * 401 without a key, even if the operation needs no permission. 403 without the operation's permission (specification,
 * part 5).
 */
function checkPermission({ scope }: Operation, request: FastifyRequest): void {
	if (request.keyProblem) throw request.keyProblem;
	if (scope !== null && !request.apiKey?.scopes.includes(scope)) throw problems.insufficientScope(scope);
}

function send(reply: FastifyReply, status: number, answer: unknown): FastifyReply {
	if (answer === undefined) return reply.code(status === 200 ? 204 : status).send();
	return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(answer));
}

/** The path of the contract in Fastify's form: `/agents/:id/retrain`. */
function toRoutePath(pattern: string): string {
	return pattern.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** Sets the page size if the caller gives none: the specification does not show the default. */
function withPageSize({ query: schema }: Operation, query: unknown, { pageSize }: SettingsValues): unknown {
	const isList = schema !== null && 'limit' in schema.shape && 'offset' in schema.shape;
	if (!isList || typeof query !== 'object' || query === null || 'limit' in query) return query;
	return { ...query, limit: pageSize };
}

/** Applies the configured form to a response that the specification does not show. Undefined means no body. */
function inConfiguredForm(operationId: string, reply: unknown, settings: SettingsValues): unknown {
	switch (operationId) {
		case 'deleteSource':
		case 'deleteQaPair':
			return { deleted: reply, empty: {}, none: undefined }[settings.deleteBody];
		case 'retrain':
			return { status: reply, run: runOf(reply), empty: {}, none: undefined }[settings.retrainBody];
		case 'getTrainingStatus':
			return withRun(reply, settings);
		default:
			return reply;
	}
}

function runOf(status: unknown): unknown {
	return typeof status === 'object' && status !== null && 'run' in status ? status.run : {};
}

/** A missing run and a hidden ended run look the same. */
function withRun(status: unknown, { noRun, endedRun }: SettingsValues): unknown {
	if (typeof status !== 'object' || status === null || !('run' in status) || !('training' in status)) return status;
	const isDropped = endedRun === 'absent' && status.training === false;
	if (status.run !== null && !isDropped) return status;
	const rest = Object.fromEntries(Object.entries(status).filter(([name]) => name !== 'run'));
	return { null: { ...rest, run: null }, missing: rest, empty: { ...rest, run: {} } }[noRun];
}
