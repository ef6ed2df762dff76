import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { freePort } from '../../../scripts/processes/free-port.mjs';
import { type Service, startService } from '../../../scripts/processes/service.mjs';
import { OWNER_EMAIL } from '../../../scripts/start/content.mjs';
import { PORTS } from '../../../scripts/start/options.mjs';

const UP_MS = 9 * 60_000;
const secretsSchema = z.object({ ownerPassword: z.string(), gatewayToken: z.string() });

/** What `npm start` started in a folder of its own, on ports of its own. */
export interface Everything {
	n8n: { url: string; owner: { email: string; password: string } };
	gateway: { url: string; token: string };
	sandbox: string;
	stop(): Promise<void>;
}

/** Starts everything as `npm start` does. @param whileStarting is called with the printed address, as soon as the start page is served */
export async function startEverything(whileStarting: (startPage: string) => Promise<void>): Promise<Everything> {
	const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-start-'));
	const chosen = await Promise.all(
		Object.entries(PORTS).map(async ([name, { variable }]) => ({ name, variable, port: await freePort() })),
	);
	const portOf = (wanted: keyof typeof PORTS) => chosen.find(({ name }) => name === wanted)?.port ?? 0;
	const local = (name: keyof typeof PORTS) => `http://127.0.0.1:${portOf(name)}`;
	const service: Service = await startService({
		name: 'npm start',
		command: process.execPath,
		args: [join(workspaceRoot, 'scripts', 'start.mjs'), '--data-dir', join(folder, 'data')],
		cwd: workspaceRoot,
		env: { ...process.env, ...Object.fromEntries(chosen.map(({ variable, port }) => [variable, String(port)])) },
		logFile: join(folder, 'start.log'),
		graceMs: 60_000,
	});
	const stop = async () => {
		await service.stop();
		await rm(folder, { recursive: true, force: true });
	};
	try {
		const up = service.firstLine(
			'everything is up',
			(line) => (line.includes('Everything is up') ? true : null),
			UP_MS,
		);
		await Promise.all([
			up,
			service
				.firstLine('the start page is served', (line) => /Start page: (\S+)/.exec(line)?.[1] ?? null, UP_MS)
				.then(whileStarting),
		]);
		const kept: unknown = JSON.parse(await readFile(join(folder, 'data', 'secrets.json'), 'utf8'));
		const { ownerPassword, gatewayToken } = secretsSchema.parse(kept);
		return {
			n8n: { url: local('n8n'), owner: { email: OWNER_EMAIL, password: ownerPassword } },
			gateway: { url: local('gateway'), token: gatewayToken },
			sandbox: local('sandbox'),
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}
