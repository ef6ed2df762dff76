import type { OperationId } from '../operations';
import { CallRunner, type Shared } from './call-runner';
import type {
	CallArguments,
	CallResult,
	Item,
	ListOperationId,
	PaginateArguments,
	Reply,
	UntypedInput,
} from './call-types';
import { checkOptions, type ClientOptions } from './client-options';
import { Pacer } from './pacer';
import { readByAnchor } from './paginate';
import { redactor } from './redact';
import { createTransport } from './transport';

export interface ApiClient {
	/**
	 * Calls one operation of the table.
	 *
	 * @example await client.call('getTrainingStatus', { params: { id: 'agent_support' } })
	 * @throws ApiError
	 */
	call<Id extends OperationId>(operationId: Id, ...input: CallArguments<Id>): Promise<CallResult<Id>>;

	/**
	 * All items of a list, newest first, each once, also while the list changes (see paginate.ts).
	 *
	 * @example for await (const lead of client.paginate('listLeads', { params: { id } })) ...
	 * @throws ApiError
	 */
	paginate<Id extends ListOperationId>(
		operationId: Id,
		...input: PaginateArguments<Id>
	): AsyncGenerator<Item<Id>, void, undefined>;
}

/**
 * A client of the customer API for one key. It holds the key where nothing can print it.
 *
 * @throws TypeError when an option is wrong
 */
export function createClient(options: ClientOptions): ApiClient {
	const origin = checkOptions(options);
	const { apiKey, ...others } = options;
	const shared: Shared = {
		options: others,
		host: new URL(origin).host,
		transport: createTransport({ origin, apiKey, userAgent: options.userAgent ?? 'agent-knowledge' }),
		pacer: options.pace === true ? new Pacer() : null,
		redact: redactor(apiKey),
	};
	const run = (operationId: OperationId, input: UntypedInput) => new CallRunner(shared, operationId, input).run();
	return {
		async call<Id extends OperationId>(operationId: Id, ...input: CallArguments<Id>) {
			const [given]: [UntypedInput?] = input;
			return (await run(operationId, given ?? {})) as CallResult<Id>;
		},
		paginate<Id extends ListOperationId>(operationId: Id, ...input: PaginateArguments<Id>) {
			const [given]: [UntypedInput?] = input;
			const readPage = async (page: { limit: number; offset: number }) =>
				(await run(operationId, { ...given, query: { ...asQuery(given?.query), ...page } })) as AnyReply;
			return readByAnchor(readPage) as AsyncGenerator<Item<Id>, void, undefined>;
		},
	};
}

type AnyReply = Reply<ListOperationId>;

function asQuery(query: unknown): object {
	return typeof query === 'object' && query !== null ? query : {};
}
