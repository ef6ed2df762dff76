import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { eventually, isThere } from '../../test/support/time/eventually';
import { loadConfig, localFileOf, watchedFiles } from '../config';
import type { LiveSettings } from './live-settings';
import { LOOK_EVERY_MS, watchConfig } from './watch-config';

test.each(['worker-configuration.md', 'alerts.md', 'install-kubernetes.md'])(
	'%s says how soon a change is reloaded',
	(page) => {
		const text = readFileSync(join(__dirname, '../../docs', page), 'utf8').replaceAll(/\s+/g, ' ');
		const said = [...text.matchAll(/\breload.{0,120}? within (\d+) s\b/g)].map(([, seconds]) => Number(seconds));
		expect(said).toEqual([LOOK_EVERY_MS / 1_000]);
	},
);

test('a local file that a person creates later is reloaded, and a missing one is not', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-watch-'));
	const file = join(folder, 'agent-knowledge.yaml');
	const token = 'a'.repeat(24);
	const secret = Buffer.alloc(32).toString('base64');
	await writeFile(
		file,
		JSON.stringify({
			gateway: { tokens: [{ name: 'n8n', token }] },
			connections: { main: { baseUrl: 'http://127.0.0.1:4010', apiKey: 'a-key' } },
			encryption: { current: 'first', keys: [{ id: 'first', secret }] },
		}),
	);
	const read = vi.fn(() => loadConfig({ path: file, env: {} }));
	const taken: LiveSettings[] = [];
	const stop = watchConfig({
		paths: () => watchedFiles(file, undefined),
		current: read(),
		read,
		take: (settings) => void taken.push(settings),
		log: pino({ level: 'silent' }),
	});
	try {
		// Node reports the missing file by now.
		// oxlint-disable-next-line test-time/no-timer -- Nothing shows that Node has no more to report.
		await new Promise((resolve) => setTimeout(resolve, 200));
		expect(read).toHaveBeenCalledTimes(1);
		await writeFile(localFileOf(file), 'connections: { main: { apiKey: another-key } }\n');
		await eventually(() => taken[0], isThere, 'The new key');
		expect(taken).toMatchObject([{ connections: { main: { apiKey: 'another-key' } }, tokens: [{ token }] }]);
	} finally {
		stop();
		await rm(folder, { recursive: true });
	}
});
