import { z } from 'zod';
import { type OperationId, operations, type Operations } from '../../api';
import { mayAccess } from '../account/api-keys';
import type { Agent, AgentsRepository } from '../database/agents-repository';
import type { ApiKey } from '../database/api-keys-repository';
import type { Fault } from '../faults/faults';
import { parseBody, type Parsed, type ParsedBody, parsePart } from '../problems/parse-part';
import { problems } from '../problems/problems';
import { DEFAULT_SETTINGS } from '../runtime/settings';
import type { MultipartForm } from '../training/uploaded-files';

/** A request to an operation after authentication, before parsing. */
interface OperationRequest {
	params: unknown;
	query: unknown;
	body: unknown;
	/** Null without a valid key. Such a request reaches no operation. */
	key: ApiKey | null;
	/** For the operation that takes a file. */
	form?: MultipartForm;
	/** The fault of this request, if the operation itself must make it happen. */
	fault: Fault | null;
}

/** The implementation of one operation of the contract. */
export interface Implementation<Id extends OperationId = OperationId> {
	id: Id;
	/** The body of the response, or a promise of it. */
	answer(request: OperationRequest): unknown;
}

/** The implementations of one group of the contract, such as `typeof agentOperations`. */
export type Implementations<Group> = Implementation<Extract<keyof Group, OperationId>>[];

/** A request after parsing with the contract's schemas. */
export interface Call<Id extends OperationId> {
	params: Parsed<Operations[Id]['params']>;
	query: Parsed<Operations[Id]['query']>;
	body: ParsedBody<Operations[Id]['body']>;
	key: ApiKey;
	form?: MultipartForm;
	fault: Fault | null;
}

/** The operations on one agent. */
export type AgentOperationId = {
	[Id in OperationId]: Operations[Id]['path'] extends `/agents/{id}${string}` ? Id : never;
}[OperationId];

/** Implements an operation that is not about one agent. */
export function implement<Id extends Exclude<OperationId, AgentOperationId>>(
	id: Id,
	handle: (call: Call<Id>) => unknown,
): Implementation<Id> {
	return { id, answer: (request) => handle(parseCall(id, request)) };
}

/**
 * Implements operations on one agent. If the agent does not exist, or the key may not see it, the response is 404
 * before any other check (specification, part 5).
 */
export function agentImplementer(agents: AgentsRepository) {
	return function implementForAgent<Id extends AgentOperationId>(
		id: Id,
		handle: (call: Call<Id> & { agent: Agent }) => unknown,
	): Implementation<Id> {
		return {
			id,
			answer: (request) => {
				const agent = findAgent(agents, request);
				return handle({ ...parseCall(id, request), agent });
			},
		};
	};
}

export type ImplementForAgent = ReturnType<typeof agentImplementer>;

function findAgent(agents: AgentsRepository, { params, key }: OperationRequest): Agent {
	const id = typeof params === 'object' && params !== null && 'id' in params ? params.id : undefined;
	const agent = typeof id === 'string' && key && mayAccess(key, id) ? agents.find(id) : undefined;
	if (!agent) throw problems.notFound('agent');
	return agent;
}

/** Of an operation without query parameters: it refuses any, as the others refuse those that they do not have. */
export const NO_QUERY = z.strictObject({});

function parseCall<Id extends OperationId>(id: Id, request: OperationRequest): Call<Id> {
	const operation: Operations[Id] = operations[id];
	if (!request.key) throw problems.unauthorized('This endpoint needs an API key.');
	if (operation.query === null) parsePart(NO_QUERY, request.query, 'query');
	return {
		params: parsePart<Operations[Id]['params']>(operation.params, request.params, 'path'),
		query: parsePart<Operations[Id]['query']>(operation.query, request.query, 'query'),
		body: parseBody<Operations[Id]['body']>(operation.body, request.body),
		key: request.key,
		form: request.form,
		fault: request.fault,
	};
}

/** The page that the query of a list asks for. */
export function pageOf(query: { limit?: number; offset?: number }): { limit: number; offset: number } {
	return { limit: query.limit ?? DEFAULT_SETTINGS.pageSize, offset: query.offset ?? 0 };
}
