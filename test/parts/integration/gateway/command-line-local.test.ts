import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import stringWidth from 'string-width';
import { freePort } from '../../../../scripts/processes/free-port.mjs';
import { eventually, isThere } from '../../../support/time/eventually';
import { claimDataFolder, PID_FILE } from '../../../../scripts/start/already-running.mjs';
import { CONFIG_FILE, LOCAL_CONFIG_FILE } from '../../../../scripts/start/worker-config.mjs';
import { BINARIES, runProgramIn } from '../../../support/gateway/run-program';
import { startPlatform, type GatewayPlatform } from '../../../support/gateway/start-platform';

let platform: GatewayPlatform;
let folder: string;
/** Its data folder, as `npm start` makes it. */
let data: string;
let release: () => Promise<void>;

beforeAll(async () => {
	platform = await startPlatform();
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-local-'));
	data = join(folder, '.agent-knowledge');
	await mkdir(join(folder, 'docs'));
	await mkdir(data);
	release = await claimDataFolder(join(data, PID_FILE));
	await configure(Number(new URL(platform.url).port));
});
afterAll(async () => {
	await platform.close();
	await rm(folder, { recursive: true });
});

/** Writes what `npm start` generates of the gateway and of the names, and a person's own file beside it. */
async function configure(port: number, local: object = { connections: { live: {} } }): Promise<void> {
	const gateway = { host: '127.0.0.1', port, tokens: [{ name: 'local', token: platform.token }] };
	const generated = { gateway, connections: { sandbox: {} }, destinations: { 'crm-flow': {} } };
	await writeFile(join(data, CONFIG_FILE), JSON.stringify(generated));
	await writeFile(join(data, LOCAL_CONFIG_FILE), JSON.stringify(local));
}

const run = (args: string[], env: NodeJS.ProcessEnv = {}, cwd = join(folder, 'docs')) =>
	runProgramIn({ cwd, env }, 'agent-knowledge', args);
const inTerminal = (columns: number, args: string[], env: NodeJS.ProcessEnv = {}) =>
	runProgramIn({ cwd: folder, env: { TZ: 'America/New_York', ...env }, columns }, 'agent-knowledge', args);
const retrain = ['run', 'retrain-and-wait', '--connection', 'main', '--agent', 'agent_support', '--key', 'local'];

describe('without options, variables or a configuration', () => {
	test('a command uses the local stack of a folder above, and says so once on stderr', async () => {
		const ran = await run(retrain);
		expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining('completed') as string });
		expect(ran.stderr.split('\n').filter((line) => line.includes('local stack'))).toEqual([
			`Using the local stack in ${data}.`,
		]);
	});

	test('JSON on stdout stays JSON', async () => {
		const { stdout } = await run(['tasks', 'list', '--json']);
		expect(JSON.parse(stdout)).toMatchObject({ items: [{ type: 'retrain-and-wait' }] });
		expect(stdout).toMatch(/"startedAt": "\d{4}-\d\d-\d\dT[\d:.]+Z"/);
	});

	test('doctor looks at its configuration, and names the files and what is wrong in which', async () => {
		const found = await run(['doctor']);
		expect(found.code).toBe(1);
		expect(found.stdout).toContain(`${join(data, LOCAL_CONFIG_FILE)}: connections.live.baseUrl must be`);
		expect(found.stdout).toContain(`${join(data, CONFIG_FILE)}: connections.sandbox.baseUrl must be`);
	});

	test('outside of its folder there is none', async () => {
		expect(await run(['tasks', 'list'], {}, tmpdir())).toMatchObject({
			code: 2,
			stderr: expect.stringContaining('no local stack in this folder or above') as string,
		});
	});
});

describe('what a person names comes first', () => {
	test.each([
		['a variable', [], { AGENT_KNOWLEDGE_GATEWAY_TOKEN: 'of-another-gateway' }],
		['an option', ['--gateway', 'http://127.0.0.1:9'], {}],
	])('%s', async (_what, options, env) => {
		const ran = await run(['tasks', 'list', ...options], env);
		expect(ran.code).not.toBe(0);
		expect(ran.stderr).not.toContain(data);
	});

	test('a configuration in the folder', async () => {
		const own = await mkdtemp(join(folder, 'own-'));
		await writeFile(join(own, 'agent-knowledge.yaml'), 'gateway: {}\n');
		expect((await run(['tasks', 'list'], {}, own)).stderr).toContain('No token for the gateway');
		expect((await run(['doctor'], {}, own)).stdout).toContain('agent-knowledge.yaml has 2 problems');
	});
});

describe('a local stack that does not work', () => {
	test('because it is stopped is started with npm start', async () => {
		await release();
		for (const args of [['tasks', 'list'], ['doctor']])
			expect(await run(args)).toMatchObject({
				code: 3,
				stdout: '',
				stderr: `The local stack in ${data} is not running. Start it with: npm start\n`,
			});
		release = await claimDataFolder(join(data, PID_FILE));
	});

	test('because its gateway does not answer says where to look', async () => {
		await configure(await freePort());
		const { code, stderr } = await run(['tasks', 'list']);
		expect(code).toBe(3);
		expect(stderr).toContain(`see ${join(data, 'logs')}). If it does not run, start it with: npm start`);
	});

	test('because of the local file names the file and the setting', async () => {
		await configure(1, { gateway: { prot: 1 } });
		const { code, stderr } = await run(['tasks', 'list']);
		expect(code).toBe(2);
		expect(stderr).toContain(`${join(data, LOCAL_CONFIG_FILE)}: gateway.prot is not a setting`);
	});

	afterAll(() => configure(Number(new URL(platform.url).port)));
});

describe.runIf(process.platform === 'linux')('in a terminal', () => {
	// oxlint-disable-next-line no-control-regex -- colours are control characters
	const CODES = /\u001b\[[\d;?]*[a-zA-Z]/;

	test('a table fits its width, with local times and colours', async () => {
		const { stdout } = await inTerminal(70, ['tasks', 'list']);
		expect(stdout).toMatch(CODES);
		expect(
			Math.max(
				...stdout
					.split('\n')
					.slice(1)
					.map((line) => stringWidth(line)),
			),
		).toBeLessThanOrEqual(70);
		// A narrow column breaks its heading.
		expect(stdout.replaceAll(/\s|│/g, '')).toMatch(/America\/New.*_York/);
		expect(stdout).not.toContain('Z │');
	});

	test('NO_COLOR shows no colours, and a pipe neither', async () => {
		expect((await inTerminal(70, ['tasks', 'list'], { NO_COLOR: '1' })).stdout).not.toMatch(CODES);
		const piped = await run(['tasks', 'list'], { FORCE_COLOR: '1' });
		expect(piped.stdout + piped.stderr).not.toMatch(CODES);
		expect(piped.stdout).toMatch(/│ \d{4}-\d\d-\d\dT[\d:.]+Z +│/);
	});
});

describe('open', () => {
	let id: string;
	let url: string;
	beforeAll(async () => {
		const started = await run([...retrain, '--no-wait']);
		id = started.stdout.trim();
		url = `${platform.url}/tasks#task=${encodeURIComponent(id)}`;
	});

	test('only prints the address of the page without a display', async () => {
		expect(await run(['open', id])).toMatchObject({
			code: 0,
			stdout: `${url}\n`,
			stderr: expect.stringContaining('Open the address yourself') as string,
		});
		expect(JSON.parse((await run(['open', id, '--json'])).stdout)).toEqual({ url });
	});

	test('opens it in the browser of a desktop', async ({ skip }) => {
		skip(process.platform !== 'linux', 'It needs a terminal and a desktop that a test can make.');
		// GNOME's own program opens addresses there.
		const opened = join(folder, 'opened');
		await writeFile(join(folder, 'gio'), `#!/bin/sh\n[ "$1" = open ] && echo "$2" > ${opened}; exit 0\n`, {
			mode: 0o755,
		});
		const { code, stdout } = await inTerminal(80, ['open', id], {
			DISPLAY: ':99',
			XDG_CURRENT_DESKTOP: 'GNOME',
			PATH: [folder, BINARIES, process.env.PATH].join(delimiter),
		});
		expect([code, stdout]).toEqual([0, expect.stringContaining(url)]);
		const read = () => readFile(opened, 'utf8').catch(() => null);
		expect(await eventually(read, isThere, 'The browser')).toBe(`${url}\n`);
	});

	test('of what does not exist is refused', async () => {
		expect(await run(['open', 'none'])).toMatchObject({ code: 2, stdout: '' });
	});
});

describe('completion', () => {
	/** What bash offers at the Tab key at the end of a line. */
	async function completed(line: string): Promise<string[]> {
		const words = line.split(' ');
		const script = `
			source <(agent-knowledge completion bash) || exit
			COMP_LINE='${line}' COMP_POINT=${line.length} COMP_CWORD=${words.length - 1}
			COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})
			offered=$(complete -p agent-knowledge) && offered=\${offered#*-F } && \${offered%% *}
			printf '%s\\n' "\${COMPREPLY[@]}"`;
		const { stdout, stderr } = await runProgramIn({ cwd: folder }, 'bash', ['--norc', '-c', script]);
		expect(stderr).toBe('');
		return stdout.split('\n').filter((each) => each !== '');
	}

	test.each([
		['agent-knowledge tas', ['tasks']],
		['agent-knowledge run lead-', ['lead-export', 'lead-sync']],
		['agent-knowledge tasks list --ty', ['--type']],
		['agent-knowledge run lead-sync --connection ', ['sandbox', 'live']],
		['agent-knowledge run lead-sync --connection live --destination crm', ['crm-flow']],
	])('bash completes "%s"', async (line, expected) => {
		expect(await completed(line)).toEqual(expected);
	});

	test.each(['zsh', 'fish'])('%s gets a script of its own', async (shell) => {
		const { code, stdout } = await run(['completion', shell]);
		expect(code).toBe(0);
		expect(stdout).toContain('agent-knowledge completion-server');
	});

	test('another shell is refused', async () => {
		expect(await run(['completion', 'csh'])).toMatchObject({
			code: 2,
			stderr: expect.stringContaining('Allowed choices are bash, zsh, fish') as string,
		});
	});
});
