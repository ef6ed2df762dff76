import { TestWorkflowEnvironment } from '@temporalio/testing';
import { DYNAMIC_CONFIG } from '../../../../scripts/temporal/start-server.mjs';
import { searchAttributes } from '../../../../workflows/task/search-attributes';
import { realServer } from './find-server';

export interface TemporalServer {
	address: string;
	namespace: string;
	stop(): Promise<void>;
}

/** A real server of its own on a free port. @param dynamicConfig further settings of the server, as `key=value` */
export async function startTemporal(dynamicConfig: string[] = []): Promise<TemporalServer> {
	const namespace = 'agent-knowledge';
	const ours = Object.entries(DYNAMIC_CONFIG).map(([key, value]) => `${key}=${value}`);
	const environment = await TestWorkflowEnvironment.createLocal({
		server: {
			executable: { type: 'existing-path', path: await realServer() },
			namespace,
			searchAttributes: Object.values(searchAttributes),
			extraArgs: [...ours, ...dynamicConfig].flatMap((each) => ['--dynamic-config-value', each]),
		},
	});
	return { address: environment.address, namespace, stop: () => environment.teardown() };
}
