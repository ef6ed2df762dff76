import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { buildProgram } from '../../../scripts/build/program.mjs';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { startService, type Service } from '../../../scripts/processes/service.mjs';

const READY_MS = 200_000;
const SECRETS = { adminToken: 'admin-token-of-a-test', seedKey: 'ak_key_of_a_test' };
const ANY_PORTS = { SANDBOX_PORT: '0', SANDBOX_SITE_PORT: '0', SANDBOX_ADMIN_PORT: '0', SANDBOX_SMTP_PORT: '0' };
const readySchema = z.object({
	ready: z.literal(true),
	apiUrl: z.string(),
	siteUrl: z.string(),
	adminUrl: z.string(),
	smtpUrl: z.string(),
});

/** A sandbox as a process of its own, which a test may kill and start again on the same data. */
export class SandboxProcess {
	private constructor(
		private readonly program: string,
		private readonly folder: string,
		private readonly settings: Record<string, string>,
		private service: Service,
		/** As `startSandbox` gives it. */
		readonly running: z.infer<typeof readySchema> & typeof SECRETS & { close(): Promise<void> },
	) {}

	/** Builds the sandbox of today, and starts it. @param environment more SANDBOX_* settings */
	static async start(environment: Record<string, string>): Promise<SandboxProcess> {
		const folder = await mkdtemp(join(tmpdir(), 'sandbox-process-'));
		// Beside the real build, where its packages are found.
		const program = `sandbox/dist/test-${process.pid}.js`;
		await buildProgram({ entry: 'sandbox/bootstrap/main.ts', outfile: program });
		const settings = { ...ANY_PORTS, ...environment };
		const { service, running } = await launch(program, folder, settings);
		return new SandboxProcess(program, folder, settings, service, running);
	}

	/** Ends it as a power switch does. */
	async kill(): Promise<void> {
		process.kill(-this.service.pid, 'SIGKILL');
		await this.service.exited;
	}

	/** On the same data; `running` then has the new addresses. @param environment settings that are other or more now */
	async restart(environment: Record<string, string> = {}): Promise<void> {
		const settings = { ...this.settings, ...environment };
		const { service, running } = await launch(this.program, this.folder, settings);
		this.service = service;
		Object.assign(this.running, running);
	}

	async close(): Promise<void> {
		await this.service.stop();
		await rm(this.folder, { recursive: true, force: true });
		await rm(join(workspaceRoot, this.program), { force: true });
		await rm(join(workspaceRoot, `${this.program}.map`), { force: true });
	}
}

async function launch(program: string, folder: string, settings: Record<string, string>) {
	const service = await startService({
		name: 'sandbox',
		command: process.execPath,
		args: [join(workspaceRoot, program)],
		logFile: join(folder, 'sandbox.log'),
		env: {
			...process.env,
			SANDBOX_DATA_DIR: join(folder, 'data'),
			SANDBOX_ADMIN_TOKEN: SECRETS.adminToken,
			SANDBOX_SEED_KEY: SECRETS.seedKey,
			SANDBOX_RATE_LIMIT: 'none',
			...settings,
		},
	});
	const read = (line: string) => (line.startsWith('{"ready"') ? readySchema.parse(JSON.parse(line)) : null);
	const urls = await service.firstLine('it was ready', read, READY_MS);
	return { service, running: { ...urls, ...SECRETS, close: () => service.stop() } };
}
