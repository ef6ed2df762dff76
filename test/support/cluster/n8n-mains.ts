import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { cacheFolder } from '../../../scripts/cache/cache-folder.mjs';
import { installN8n } from '../../../scripts/n8n/install-n8n.mjs';
import { freePort } from '../../../scripts/processes/free-port.mjs';
import { query } from '../postgresql/start-cluster';
import { type N8nParts, prepareN8n } from '../stack/start-n8n-with-packages';
import type { StackProcess } from '../stack/stack-process';
import type { Stack } from '../stack/start-stack';
import { n8nProcess, startN8nDatabase } from './n8n-process';

/**
 * n8n's durable scheduler, by which polls move between processes. n8n calls several mains "multi-main", and asks for a
 * licence to let them elect a leader. The scheduler needs no leader: each main takes tasks from the database.
 */
const SCHEDULER = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	// How often each main looks for a task, in seconds, so that neither gets them all.
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
	// A task of a main that was killed is free after so many seconds, and another main looks so often for those.
	N8N_SCHEDULER_LEASE_DURATION: '20',
	N8N_SCHEDULER_POLL_TIMEOUT: '15',
	N8N_SCHEDULER_REAPER_INTERVAL: '5',
};

export interface N8nMains extends N8nParts {
	mains: readonly [StackProcess, StackProcess];
	/** How many polls each main took, whatever they came to, with the mains that were killed since. */
	pollsByMain(): Promise<number[]>;
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
		const main = async (name: string, port: number) => {
			const process = await n8nProcess({
				...{ folder, name, command: 'start', installation, encryptionKey, port },
				settings: { ...settings, WEBHOOK_URL: undefined, N8N_EDITOR_BASE_URL: undefined },
			});
			started.push(process);
			return process;
		};
		const port = await freePort();
		const mains = [await main('n8n-main-1', port), await main('n8n-main-2', await freePort())] as const;
		// The first one makes the tables that both read.
		for (const each of mains) await each.start();
		const parts = await prepareN8n(stack, `http://127.0.0.1:${port}`);
		const pollsByMain = async () => {
			const sql = `SELECT count(*)::int AS polls FROM scheduled_task
				WHERE "taskType" = 'workflow:poll-trigger' AND "claimedBy" IS NOT NULL GROUP BY "claimedBy"`;
			const rows = z.array(z.object({ polls: z.int() })).parse(await query(database.url, sql));
			return rows.map(({ polls }) => polls);
		};
		return { ...parts, mains, pollsByMain, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}
