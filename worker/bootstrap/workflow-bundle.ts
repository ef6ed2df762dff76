import { existsSync } from 'node:fs';
import path from 'node:path';
import { bundleWorkflowCode, type WorkflowBundleOption } from '@temporalio/worker';
import { failureConverterPath } from '../temporal/payload-codec';

/** The built bundle of the program. From the sources it is built on demand, which takes 2 s. */
export async function workflowBundle(): Promise<WorkflowBundleOption> {
	const codePath = path.join(__dirname, 'workflow-bundle.js');
	return existsSync(codePath) ? { codePath } : bundleWorkflows();
}

/** Bundles the workflows from the sources. @param folder default: our sources */
export async function bundleWorkflows(folder = path.join(__dirname, '../../workflows')): Promise<{ code: string }> {
	return bundleWorkflowCode({
		workflowsPath: path.join(folder, 'index.ts'),
		failureConverterPath: failureConverterPath(),
		workflowInterceptorModules: [path.join(folder, 'interceptors.ts')],
		logger: { ...silent, log: () => undefined },
	});
}

const nothing = () => undefined;
const silent = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };
