import type { Connection } from '@temporalio/client';
import { searchAttributes } from '../../../workflows/task/visibility';
import { RETENTION_HOURS } from '../../temporal';
import { grpcCodeOf, GRPC } from '../../temporal/grpc-code';
import { type Check, fail, ok, warn, wordsOf } from './check';

const HOUR_S = 3600;
const MADE_AT_START = 'Nothing to do: the first start of the worker makes it.';

/** The namespace, how long it keeps what has ended, and our search attributes. Changes nothing. */
export async function checkNamespace(connection: Connection, namespace: string): Promise<Check[]> {
	try {
		const { config } = await connection.workflowService.describeNamespace({ namespace });
		const hours = Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0) / HOUR_S;
		return [retention(namespace, hours), await attributes(connection, namespace)];
	} catch (error) {
		if (grpcCodeOf(error) === GRPC.notFound)
			return [warn('namespace', `There is no namespace ${namespace} yet.`, MADE_AT_START)];
		return [fail('namespace', wordsOf(error), 'Check temporal.namespace, temporal.apiKey, and what they may do.')];
	}
}

function retention(namespace: string, hours: number): Check {
	if (hours >= RETENTION_HOURS) return ok('namespace', `${namespace} keeps what has ended for ${hours} h.`);
	return fail(
		'namespace',
		`${namespace} keeps what has ended for ${hours} h; keys are promised for ${RETENTION_HOURS} h.`,
		`Run: temporal operator namespace update --namespace ${namespace} --retention ${RETENTION_HOURS}h`,
	);
}

async function attributes({ operatorService }: Connection, namespace: string): Promise<Check> {
	const names = Object.values(searchAttributes).map(({ name }) => name);
	try {
		const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
		const missing = names.filter((name) => !(name in customAttributes));
		if (missing.length === 0) return ok('search attributes', names.join(', '));
		return warn('search attributes', `These are missing: ${missing.join(', ')}.`, MADE_AT_START);
	} catch (error) {
		return warn(
			'search attributes',
			`They cannot be listed: ${wordsOf(error)}`,
			`Make sure that there are: ${names.join(', ')} (Keyword).`,
		);
	}
}
