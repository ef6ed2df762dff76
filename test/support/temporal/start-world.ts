import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningSandbox, startSandbox } from '../../../sandbox/bootstrap/start-sandbox';
import { SandboxAdmin } from '../sandbox-admin/sandbox-admin';
import { sourceBundle } from '../source-bundle';

/** What every platform stands on. */
export interface World<Temporal> {
	temporal: Temporal;
	sandbox: RunningSandbox;
	admin: SandboxAdmin;
	/** The workflows as the sources have them. */
	workflowBundle: { codePath: string };
	/** Removed at the end. */
	folder: string;
	stop(): Promise<void>;
}

interface WorldOptions<Temporal> {
	temporal: Temporal | Promise<Temporal>;
	/** A run over the sandbox's site takes some 40 s, divided by this. */
	clockFactor: number;
}

/** Starts all parts at the same time. */
export async function startWorld<Temporal extends { stop: () => Promise<void> }>(
	options: WorldOptions<Temporal>,
): Promise<World<Temporal>> {
	const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-'));
	const [temporal, sandbox, workflowBundle] = await Promise.all([
		options.temporal,
		startSandbox({ clockFactor: options.clockFactor, rateLimit: 'none', dataDir: join(folder, 'sandbox') }),
		sourceBundle(),
	]);
	return {
		temporal,
		sandbox,
		admin: new SandboxAdmin(sandbox),
		workflowBundle,
		folder,
		async stop() {
			await Promise.all([sandbox.close(), temporal.stop()]);
			await rm(folder, { recursive: true, force: true });
		},
	};
}
