import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { startService } from '../../../scripts/processes/service.mjs';

const READY_MS = 200_000;
const readySchema = z.object({ ready: z.literal(true), apiUrl: z.string(), adminUrl: z.string(), siteUrl: z.string() });

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'sandbox-alone-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts it as `npm run sandbox` does, asks for the agents with what it printed, and stops it. */
async function startAlone() {
	const service = await startService({
		name: 'The sandbox',
		command: process.execPath,
		args: [join(workspaceRoot, 'scripts', 'sandbox.mjs')],
		logFile: join(folder, 'sandbox.log'),
		env: {
			...process.env,
			SANDBOX_DATA_DIR: join(folder, 'data'),
			SANDBOX_PORT: '0',
			SANDBOX_SITE_PORT: '0',
			SANDBOX_ADMIN_PORT: '0',
			SANDBOX_SEED_KEY: '',
			SANDBOX_ADMIN_TOKEN: '',
		},
	});
	try {
		const read = (name: string, pattern: RegExp) =>
			service.firstLine(`it had printed ${name}`, (line) => pattern.exec(line)?.slice(1) ?? null, READY_MS);
		const [ready, api, dashboard, website, admin] = await Promise.all([
			service.firstLine(
				'it was ready',
				(line) => (line.startsWith('{"ready"') ? readySchema.parse(JSON.parse(line)) : null),
				READY_MS,
			),
			read('the key', /^ +API +(\S+) +API key: (\S+)$/),
			read('the dashboard', /^ +Dashboard +(\S+)$/),
			read('the website', /^ +Website +(\S+)$/),
			read('the admin API', /^ +Admin +(\S+) +token: (\S+)$/),
		]);
		const headers = { authorization: `Bearer ${api[1]}` };
		const agents = await fetch(`${api[0]}/api/v1/agents`, { headers });
		const page = await fetch(String(dashboard[0]));
		return { ready, api, dashboard, website, admin, statuses: [agents.status, page.status] };
	} finally {
		await service.stop();
	}
}

describe('npm run sandbox', () => {
	it('prints where it is and a key that works, the same one at the next start', async () => {
		const first = await startAlone();
		const { apiUrl, siteUrl, adminUrl } = first.ready;
		expect(first).toMatchObject({
			api: [apiUrl, expect.stringMatching(/^ak_[\w-]+$/)],
			dashboard: [`${apiUrl}/`],
			website: [siteUrl],
			admin: [adminUrl, expect.stringMatching(/^admin_[\w-]+$/)],
			statuses: [200, 200],
		});

		const second = await startAlone();
		expect(second).toMatchObject({ api: [second.ready.apiUrl, first.api[1]], statuses: [200, 200] });
	});
});
