import type { z } from 'zod';
import type { OperationId, Operations } from '../operations';
import type { AlreadyDeleted, SavedIndexedLater } from './settled';
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

type DeletePart<Retry> = Retry extends 'delete'
	? {
			/** This DELETE was sent before and its answer was lost: a 404 is then success. */
			isRepeat?: boolean;
		}
	: { isRepeat?: undefined };

/** What every call takes. */
export interface CallOptions {
	/** Cancels the call, waiting or under way. */
	signal?: AbortSignal;
	/** For one request and its reply, in milliseconds; overrides the client's. */
	timeoutMs?: number;
}

type InputOf<Op extends Operations[OperationId]> = CallOptions &
	SchemaPart<'params', Op['params']> &
	SchemaPart<'query', Op['query']> &
	BodyPart<Op['body']> &
	DeletePart<Op['retry']>;

type CallInputs = { [Id in OperationId]: InputOf<Operations[Id]> };

/** What a call of the operation takes: `params`, `query` and `body` exactly where the table has them. */
export type CallInput<Id extends OperationId> = CallInputs[Id];

type CallArgumentsById = {
	[Id in OperationId]: Partial<CallInputs[Id]> extends CallInputs[Id]
		? [input?: CallInputs[Id]]
		: [input: CallInputs[Id]];
};

/** The arguments after the operation's id; none are needed where nothing is required. */
export type CallArguments<Id extends OperationId> = CallArgumentsById[Id];

/** The operation's reply, as its schema reads it. */
export type Reply<Id extends OperationId> = z.output<Operations[Id]['reply']['schema']>;

type SettledOf<Op> =
	| (Op extends { alsoAnswers: readonly (infer Status)[] } ? (503 extends Status ? SavedIndexedLater : never) : never)
	| (Op extends { retry: 'delete' } ? AlreadyDeleted : never);

/** What a call resolves to: the reply, or one of the two other ways in which a write can have succeeded. */
export type CallResult<Id extends OperationId> = Reply<Id> | SettledOf<Operations[Id]>;

interface AnyPage {
	items: unknown[];
	total: number;
	limit: number;
	offset: number;
}

/** Operations that answer with the list envelope (specification, part 2). */
export type ListOperationId = {
	[Id in OperationId]: unknown extends Reply<Id> ? never : Reply<Id> extends AnyPage ? Id : never;
}[OperationId];

/** One item of a list. */
export type Item<Id extends ListOperationId> = Reply<Id> extends { items: (infer Each)[] } ? Each : never;

/** What `paginate` takes: a call's input without `limit` and `offset`, which are its own. */
export type PaginateInput<Id extends ListOperationId> = {
	[K in keyof CallInput<Id>]: K extends 'query'
		? Omit<NonNullable<CallInput<Id>[K]>, 'limit' | 'offset'>
		: CallInput<Id>[K];
};

type PaginateArgumentsById = {
	[Id in ListOperationId]: Partial<PaginateInput<Id>> extends PaginateInput<Id>
		? [input?: PaginateInput<Id>]
		: [input: PaginateInput<Id>];
};

export type PaginateArguments<Id extends ListOperationId> = PaginateArgumentsById[Id];

/** A call's input with its operation's types forgotten, as the client's inside handles it. */
export interface UntypedInput extends CallOptions {
	params?: unknown;
	query?: unknown;
	body?: unknown;
	isRepeat?: boolean;
}
