import { TestWorkflowEnvironment } from '@temporalio/testing';
import { searchAttributes } from '../../../../workflows/task/search-attributes';
import { realServer } from './find-server';

export interface TemporalServer {
	address: string;
	namespace: string;
	stop(): Promise<void>;
}

/** As scripts/temporal starts it: priorities, and a dispatch limit that holds exactly. */
const DYNAMIC_CONFIG = [
	'matching.useNewMatcher=true',
	'matching.numTaskqueueReadPartitions=1',
	'matching.numTaskqueueWritePartitions=1',
];

/** A real server of its own on a free port. @param dynamicConfig further settings of the server, as `key=value` */
export async function startTemporal(dynamicConfig: string[] = []): Promise<TemporalServer> {
	const namespace = 'agent-knowledge';
	const environment = await TestWorkflowEnvironment.createLocal({
		server: {
			executable: { type: 'existing-path', path: await realServer() },
			namespace,
			searchAttributes: Object.values(searchAttributes),
			extraArgs: [...DYNAMIC_CONFIG, ...dynamicConfig].flatMap((each) => ['--dynamic-config-value', each]),
		},
	});
	return { address: environment.address, namespace, stop: () => environment.teardown() };
}
