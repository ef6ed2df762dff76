import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { runProgram } from '../../../../worker/cli/program';
import { EXIT } from '../../../../worker/cli/terminal';
import { useRuntime } from '../../../support/temporal/use-runtime';

/** Where no gateway is. */
const NOWHERE = 'http://127.0.0.1:9';
const TOKEN = randomBytes(24).toString('hex');

let folder: string;
let file: string;
beforeAll(() => {
	// The command replay needs one, and the process may have only one.
	useRuntime();
	folder = mkdtempSync(join(tmpdir(), 'agent-knowledge-any-input-'));
	file = join(folder, 'input');
});
afterAll(() => {
	rmSync(folder, { recursive: true });
});

/** What a command says on stderr, with its exit code. */
async function said(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<{ code: number; notes: string }> {
	const notes: string[] = [];
	const code = await runProgram(['node', 'agent-knowledge', ...args], {
		result: () => undefined,
		note: (text) => {
			notes.push(text);
		},
		interactive: false,
		screen: null,
		cwd: folder,
		env,
	});
	return { code, notes: notes.join('\n') };
}

const bytes = fc.oneof(
	fc.uint8Array({ maxLength: 40 }).map((all) => Buffer.from(all)),
	fc.string({ unit: 'binary', maxLength: 40 }).map((text) => Buffer.from(text)),
	fc.constantFrom('', '\n', '\0', '\ufeff', '{', '[]').map((text) => Buffer.from(text)),
);

it('a token in a file of any content is used, or refused without a word of it', async () => {
	const tasks = ['tasks', 'list', '--gateway', NOWHERE, '--token-file', file];
	await fc.assert(
		fc.asyncProperty(bytes, bytes, fc.boolean(), async (before, after, isAlone) => {
			const content = isAlone ? before : Buffer.concat([before, Buffer.from(TOKEN), after]);
			writeFileSync(file, content);
			const { code, notes } = await said(tasks);
			const token = content.toString('utf8').trim();
			const isUsable = /^[\x21-\x7e]+$/.test(token);
			expect(code).toBe(isUsable ? EXIT.gatewayUnreachable : EXIT.badUsage);
			expect(notes).toMatch(isUsable ? /does not answer/ : /^(No|The) token for the gateway.*--token-file/);
			expect(notes).not.toContain(TOKEN);
		}),
		{ numRuns: 150 },
	);
});

it('a key of any text is sent, or refused before anything is sent', async () => {
	const key = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).filter((text) => !text.startsWith('-'));
	const retrain = ['run', 'retrain-and-wait', '--connection', 'main', '--agent', 'a', '--gateway', NOWHERE];
	await fc.assert(
		fc.asyncProperty(key, async (text) => {
			const { code, notes } = await said([...retrain, '--key', text], { AGENT_KNOWLEDGE_GATEWAY_TOKEN: TOKEN });
			const isSent = /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
			expect(code).toBe(isSent ? EXIT.gatewayUnreachable : EXIT.badUsage);
			expect(notes).toMatch(isSent ? /Repeat the command with --key/ : /^Nothing was sent: --key/);
		}),
		{ numRuns: 100 },
	);
});

it('a history of any content is refused by a sentence that names its file', async () => {
	const configuration = {
		connections: { main: { baseUrl: NOWHERE, apiKey: 'the-key' } },
		encryption: { current: 'first', keys: [{ id: 'first', secret: randomBytes(32).toString('base64') }] },
	};
	writeFileSync(join(folder, 'agent-knowledge.yaml'), JSON.stringify(configuration));
	const replay = [
		'replay',
		file,
		'--config',
		join(folder, 'agent-knowledge.yaml'),
		'--bundle',
		join(folder, 'none.js'),
	];
	const event = fc.oneof(
		fc.jsonValue({ maxDepth: 2 }),
		// As the server writes it, with what no event has.
		fc.record({
			eventTime: fc.constant('2026-01-02T03:04:05Z'),
			eventType: fc.constantFrom('EVENT_TYPE_NONE_OF_THEM', '', '5x'),
			eventId: fc.constantFrom('1', 'one', '-1', '99999999999999999999'),
		}),
	);
	const content = fc.oneof(
		bytes,
		fc.json().map((text) => Buffer.from(text)),
		fc.array(event, { maxLength: 3 }).map((events) => Buffer.from(JSON.stringify({ events }))),
	);
	await fc.assert(
		fc.asyncProperty(content, async (history) => {
			writeFileSync(file, history);
			const { code, notes } = await said(replay);
			expect([EXIT.badUsage, EXIT.failed]).toContain(code);
			// A file that has the form of a history comes as far as the bundle.
			expect(notes).toMatch(
				code === EXIT.badUsage ? /input is not a history \(.*temporal workflow show/s : /none\.js|history/i,
			);
		}),
		{ numRuns: 60 },
	);
});
