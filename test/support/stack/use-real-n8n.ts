import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../scripts/processes/free-port.mjs';
import { startN8nWithPackages, type N8n } from './start-n8n-with-packages';
import { startStack, type Stack } from './start-stack';

export interface RealN8n {
	stack: Stack;
	n8n: N8n;
}

/** The functions are called when their process starts, and so know what has started before. */
export interface RealN8nOptions {
	/** More settings of n8n. */
	env?: () => NodeJS.ProcessEnv;
	/** Where leads may be synced to. */
	destinations?: () => Record<string, object>;
	/** The gateway is a process of its own, so that it can be killed without the worker. Default: no. */
	gatewayApart?: boolean;
}

/**
 * Boots Temporal, sandbox, worker and a real n8n before the tests of a file, and ends them after the last one,
 * also when a test or the boot itself fails.
 * @returns what is running; it throws before the boot has come to its end
 */
export function useRealN8n({ env, destinations, gatewayApart = false }: RealN8nOptions = {}): () => RealN8n {
	let folder: string | undefined;
	let stack: Stack | undefined;
	let n8n: N8n | undefined;

	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-n8n-'));
		const port = await freePort();
		stack = await startStack({
			folder,
			clockFactor: 10,
			callbackHosts: [`127.0.0.1:${port}`],
			gatewayApart,
			destinations: destinations?.(),
		});
		n8n = await startN8nWithPackages(stack, folder, port, env?.());
	});

	afterAll(async () => {
		await n8n?.server.stop();
		await stack?.stop();
		if (folder) await rm(folder, { recursive: true, force: true });
	});

	return () => {
		if (!stack || !n8n) throw new Error('n8n and what it stands on did not start.');
		return { stack, n8n };
	};
}
