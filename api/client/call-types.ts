import type { z } from 'zod';
import type { OperationId, Operations } from '../operations';
import type { ResponseInfo } from './client-options';
import type { UploadFile } from './upload';

type Optional<Name extends string, Value> =
	Partial<Value> extends Value ? { [K in Name]?: Value } : { [K in Name]: Value };

type SchemaPart<Name extends string, Schema> = Schema extends z.ZodType
	? Optional<Name, z.input<Schema>>
	: { [K in Name]?: undefined };

type BodyPart<Body> = Body extends { kind: 'multipart' }
	? { body: UploadFile }
	: Body extends { kind: 'json'; schema: infer Schema extends z.ZodType }
		? { body: z.input<Schema> }
		: { body?: undefined };

/** What every call takes. */
export interface CallOptions {
	/** Cancels the call. */
	signal?: AbortSignal;
	/** For one request and its reply, in milliseconds; overrides the client's. */
	timeoutMs?: number;
	/** Called after this request, beside the client's own. */
	onResponse?: (info: ResponseInfo) => void;
}

type InputOf<Op extends Operations[OperationId]> = CallOptions &
	SchemaPart<'params', Op['params']> &
	SchemaPart<'query', Op['query']> &
	BodyPart<Op['body']>;

/** What a call of each operation takes: `params`, `query` and `body` exactly where the table has them. */
type CallInputs = { [Id in OperationId]: InputOf<Operations[Id]> };

type CallArgumentsById = {
	[Id in OperationId]: Partial<CallInputs[Id]> extends CallInputs[Id]
		? [input?: CallInputs[Id]]
		: [input: CallInputs[Id]];
};

/** The arguments after the operation's id; none are needed where nothing is required. */
export type CallArguments<Id extends OperationId> = CallArgumentsById[Id];

/** The operation's reply, as its schema reads it. */
export type Reply<Id extends OperationId> = z.output<Operations[Id]['reply']['schema']>;

/** A call's input with its operation's types forgotten, as the client's inside handles it. */
export interface UntypedInput extends CallOptions {
	params?: unknown;
	query?: unknown;
	body?: unknown;
}
