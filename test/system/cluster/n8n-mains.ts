import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { cacheFolder } from '../../../scripts/cache/cache-folder.mjs';
import { installN8n } from '../../../scripts/n8n/install-n8n.mjs';
import { freePort } from '../../../scripts/processes/free-port.mjs';
import { type N8nParts, prepareN8n } from '../../support/stack/start-n8n-with-packages';
import type { StackProcess } from '../../support/stack/stack-process';
import type { Stack } from '../../support/stack/start-stack';
import { eventLogOf, n8nProcess, startN8nDatabase } from '../../support/cluster/n8n-process';

/**
 * n8n's durable scheduler, by which polls move between processes. n8n calls several mains "multi-main", and asks for a
 * licence to let them elect a leader. The scheduler needs no leader: each main takes tasks from the database.
 */
const SCHEDULER = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	// A task of a main that was killed is free after so many seconds, and another main looks so often for those.
	N8N_SCHEDULER_LEASE_DURATION: '20',
	N8N_SCHEDULER_POLL_TIMEOUT: '15',
	N8N_SCHEDULER_REAPER_INTERVAL: '5',
};

/** How often each main looks for tasks, in seconds. Were it the same, the one that is a moment earlier would get them all. */
const LOOKS_EVERY = ['3', '5'] as const;

export interface N8nMains extends N8nParts {
	mains: readonly [StackProcess, StackProcess];
	/** How many executions each main has run to their end: those of the polls that it took. */
	endedByMain(): Promise<number[]>;
	stop(): Promise<void>;
}

/** Two main processes of n8n over one database. */
export async function startN8nMains(stack: Stack, folder: string, extra: NodeJS.ProcessEnv): Promise<N8nMains> {
	const installation = await installN8n({ cache: cacheFolder() });
	const encryptionKey = randomBytes(24).toString('hex');
	const started: Array<{ stop(): Promise<void> }> = [];
	const stop = async () => {
		for (const part of started.toReversed()) await part.stop();
	};
	try {
		const database = await startN8nDatabase();
		started.push(database.cluster);
		const settings = { ...SCHEDULER, ...database.settings, ...extra };
		const main = async (number: 1 | 2, port: number) => {
			const process = await n8nProcess({
				folder,
				name: `n8n-main-${number}`,
				command: 'start',
				installation,
				encryptionKey,
				port,
				settings: { ...settings, N8N_SCHEDULER_EXECUTOR_INTERVAL: LOOKS_EVERY[number - 1] },
			});
			started.push(process);
			return process;
		};
		const port = await freePort();
		const mains = [await main(1, port), await main(2, await freePort())] as const;
		// The first one makes the tables that both read.
		for (const each of mains) await each.start();
		const parts = await prepareN8n(stack, `http://127.0.0.1:${port}`);
		const endedByMain = () =>
			Promise.all(
				mains.map(async ({ name }) => {
					const log = await readFile(eventLogOf(folder, name), 'utf8');
					return log.split('\n').filter((line) => line.includes('"eventName":"n8n.workflow.success"')).length;
				}),
			);
		return { ...parts, mains, endedByMain, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}
