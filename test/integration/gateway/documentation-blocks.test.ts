import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allBlocks } from '../../documentation/code-blocks';
import { runProgramIn } from '../../support/gateway/run-program';
import { type GatewayPlatform, startPlatform } from '../../support/gateway/start-platform';

/** The blocks that a reader pastes into a shell after `npm start`, on the real gateway, Temporal and sandbox. */
const blocks = allBlocks().filter(({ tag }) => tag === 'run');

/** The installed programs instead of downloads, and the end at the first command that fails. */
const BEFORE =
	'set -euo pipefail\nnpx() { "$@"; }\ncurl() { command curl --fail-with-body --silent --show-error "$@"; }\n';

let platform: GatewayPlatform;
let folder: string;

beforeAll(async () => {
	platform = await startPlatform({ webhookHosts: ['*:443'] });
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-blocks-'));
	for (const name of ['slack', 'teams'])
		await writeFile(join(folder, `${name}-webhook.txt`), `https://hooks.${name}.example/services/one\n`);
});
afterAll(async () => {
	await platform.close();
	await rm(folder, { recursive: true });
});

it('are several', () => {
	expect(blocks.length).toBeGreaterThan(4);
});

it.each(blocks)('$where does what it says', async ({ text }) => {
	const { host } = new URL(platform.url);
	// The sandbox of `npm start` is the connection "sandbox"; here it is "main".
	const script =
		BEFORE +
		text
			.replaceAll('127.0.0.1:4020', host)
			.replaceAll('--connection sandbox', '--connection main')
			.replaceAll('"connection": "sandbox"', '"connection": "main"');
	const env = {
		TOKEN: platform.token,
		AGENT_KNOWLEDGE_GATEWAY_URL: platform.url,
		AGENT_KNOWLEDGE_GATEWAY_TOKEN: platform.token,
	};
	const ran = await runProgramIn({ cwd: folder, env }, 'bash', ['-c', script]);
	expect(ran).toMatchObject({ code: 0 });
});
