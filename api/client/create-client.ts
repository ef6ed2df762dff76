import type { OperationId } from '../operations';
import { CallRunner, type Shared } from './call-runner';
import type { CallArguments, Reply, UntypedInput } from './call-types';
import { checkOptions, type ClientOptions } from './client-options';
import { redactor } from './redact';
import { createTransport } from './transport';

export interface ApiClient {
	/**
	 * Calls one operation of the table.
	 *
	 * @example await client.call('getTrainingStatus', { params: { id: 'agent_support' } })
	 * @throws ApiError
	 */
	call<Id extends OperationId>(operationId: Id, ...input: CallArguments<Id>): Promise<Reply<Id>>;
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
		transport: createTransport({ origin, apiKey }),
		redact: redactor(apiKey),
	};
	return {
		async call<Id extends OperationId>(operationId: Id, ...input: CallArguments<Id>) {
			const [given]: [UntypedInput?] = input;
			return (await new CallRunner(shared, operationId, given ?? {}).run()) as Reply<Id>;
		},
	};
}
