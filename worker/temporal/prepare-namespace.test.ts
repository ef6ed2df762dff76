import type { Connection } from '@temporalio/client';
import { GRPC } from './grpc-code';
import { prepareNamespace } from './prepare-namespace';

const refusal = Object.assign(new Error('refused'), { code: GRPC.permissionDenied });
const missing = Object.assign(new Error('no such namespace'), { code: GRPC.notFound });
const THIRTY_DAYS_S = 2_592_000;
const ALL = { AkTask: 2, AkConnection: 2, AkAgent: 2, AkStage: 2, AkRetryOf: 2, AkSubscription: 2 };

interface Server {
	retentionSeconds?: number;
	/** Null: the server does not list them. */
	attributes?: Record<string, number> | null;
}

/** A server that lets nobody create anything, as Temporal Cloud. Without a retention it has no namespace. */
function managed({ retentionSeconds, attributes = ALL }: Server): Connection {
	const refuse = () => Promise.reject(refusal);
	const server = {
		workflowService: {
			describeNamespace: () =>
				retentionSeconds === undefined
					? Promise.reject(missing)
					: Promise.resolve({ config: { workflowExecutionRetentionTtl: { seconds: retentionSeconds } } }),
			registerNamespace: refuse,
		},
		operatorService: {
			listSearchAttributes: () =>
				attributes === null ? Promise.reject(refusal) : Promise.resolve({ customAttributes: attributes }),
			addSearchAttributes: refuse,
		},
	};
	return server as unknown as Connection;
}

describe('a server whose namespaces are managed elsewhere', () => {
	it('is used if everything is there', async () => {
		expect(await prepareNamespace(managed({ retentionSeconds: THIRTY_DAYS_S }), 'agents.a1b2c')).toBe(720);
	});

	it('is used if it does not list its search attributes', async () => {
		const server = managed({ retentionSeconds: THIRTY_DAYS_S, attributes: null });
		expect(await prepareNamespace(server, 'agents.a1b2c')).toBe(720);
	});

	it.each<[what: string, server: Server, said: RegExp]>([
		['the namespace', {}, /no namespace agents\.a1b2c.*<name>\.<account>/],
		['search attributes', { retentionSeconds: THIRTY_DAYS_S, attributes: { AkTask: 2 } }, /AkStage.*type Keyword/],
		['retention', { retentionSeconds: 86_400 }, /for 24 h.*720 h/],
	])('is refused by words that say what to do, without its %s', async (_what, server, said) => {
		await expect(prepareNamespace(managed(server), 'agents.a1b2c')).rejects.toThrow(said);
	});
});
