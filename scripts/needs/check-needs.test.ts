import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suites } from '../test/suites.mjs';
import { checkNeeds } from './check-needs.mjs';
import { needs } from './needs.mjs';
import { fetchPrograms, type Command, programs } from './programs.mjs';

/** A place that Temporal cannot be downloaded from. */
const NOWHERE = 'http://127.0.0.1:9';

let folder: string;
let env: NodeJS.ProcessEnv;

/** A machine of its own: an empty cache, and a PATH with nothing but what Node's installer brings. */
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-needs-'));
	const path = join(folder, 'bin');
	await mkdir(path);
	for (const name of ['git', 'npm', 'tar']) await program(name, 'exit 0');
	env = { PATH: path, AGENT_KNOWLEDGE_CACHE: join(folder, 'cache'), SSL_CERT_FILE: join(folder, 'certificates.pem') };
});
afterEach(() => rm(folder, { recursive: true }));

async function program(name: string, script: string): Promise<void> {
	const file = join(folder, 'bin', name);
	await writeFile(file, `#!/bin/sh\n${script}\n`);
	await chmod(file, 0o755);
}

async function listFor(command: Command, more: object = {}): Promise<string> {
	return checkNeeds(command, { env, releases: NOWHERE, ...more }).then(
		() => '',
		(error: unknown) => (error instanceof Error ? error.message : ''),
	);
}

describe('on a machine with Node alone', () => {
	it('one list names what the tests lack, its purpose, and its package', async () => {
		const list = await listFor('standard');
		expect(list).toContain('This machine lacks one thing:');
		expect(list).toContain('- Python 3.9 or newer with venv');
		expect(list).toContain("It fetches Temporal's server. Or install the Temporal CLI.");
		expect(list).toContain("It fetches Temporal's time-skipping server.");
		expect(list).toContain('It fetches the S3 server of the tests. Or install SeaweedFS.');
		expect(list).not.toContain('Go');
		expect(list).toContain('Debian, Ubuntu: apt-get install python3-venv');
		expect(list).toContain('macOS: brew install python');
	});

	it.each<Command>(['start', 'start without n8n'])('%s lacks Python for Temporal alone', async (command) => {
		const list = await listFor(command);
		expect(list).toContain("fetches Temporal's server");
		expect(list).not.toContain('S3');
		expect(list).not.toContain('Go');
	});

	it('a proxy with another response than Temporal does not count as its download', async () => {
		const proxy = createServer((_request, response) => response.writeHead(403).end());
		await once(proxy.listen(0, '127.0.0.1'), 'listening');
		const releases = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
		try {
			expect(await listFor('start', { releases })).toContain("fetches Temporal's server");
		} finally {
			proxy.close();
		}
	});

	it('a Temporal of yours needs nothing to fetch one with', async () => {
		expect(await listFor('start', { hasTemporal: true })).toBe('');
	});

	it('the browser tests lack a browser too, unless CHROMIUM_PATH names one', async () => {
		expect(await listFor('sandbox')).toContain('- Chromium or Chrome');
		env = { ...env, CHROMIUM_PATH: '/somewhere/chromium' };
		expect(await listFor('sandbox')).not.toContain('Chromium');
	});
});

it("the README's line of prerequisites names what the lists do, and no more", async () => {
	const readme = await readFile(join(__dirname, '../../README.md'), 'utf8');
	const [, packages] =
		/^You need git, Node\.js 20\.19 or newer with npm, and [^]*?`apt-get install (.*)`\)\.$/m.exec(readme) ?? [];
	await rm(join(folder, 'bin', 'git'));
	const list = await listFor('standard');
	const named = [...list.matchAll(/Debian, Ubuntu: apt-get install (.*)$/gm)].map(([, name]) => name);
	expect(named.sort()).toEqual(packages?.split(' '));
});

it('only a Python with venv is missing', async () => {
	await program('python3', 'exit 0');
	for (const command of ['start', 'standard'] as const) expect(await listFor(command)).toBe('');
});

it("a Python without venv, as Debian's is without another package, counts as none", async () => {
	await program('python3', 'echo "No module named \'ensurepip\'" >&2; exit 1');
	expect(await listFor('standard')).toContain('Python 3.9 or newer with venv');
});

it('programs of the machine take the place of Python, when they are new enough', async () => {
	await program('temporal', 'echo "temporal version 1.9.1 (Server 1.32.0, UI 2.54.1)"');
	await program('weed', 'exit 0');
	expect(await listFor('start')).toBe('');
	expect(await listFor('standard')).not.toMatch(/S3|Temporal's server/);
	await program('go', 'echo "go version go1.25.0 linux/amd64"');
	expect(await listFor('cluster')).not.toContain('Go');
	await program('go', 'echo "go version go1.19.8 linux/amd64"');
	expect(await listFor('cluster')).toContain('Or install Go 1.25');
	await program('temporal', 'echo "temporal version 1.2.0 (Server 1.26.0)"');
	expect(await listFor('start')).toContain('Or install the Temporal CLI');
});

it('names npm where only Node is', async () => {
	await rm(join(folder, 'bin', 'npm'));
	expect(await listFor('properties')).toMatch(/lacks one thing:\n\n- npm\n {4}It installs this project's packages\./);
});

it('names everything that is missing at once', async () => {
	await rm(join(folder, 'bin', 'npm'));
	const list = await listFor('start');
	expect(list).toContain('This machine lacks 2 things:');
	expect(list).toContain('- npm');
	expect(list).toContain('- Python');
});

it('the list names root certificates if a build with Go needs them', async () => {
	const built = needs.filter(({ purpose }) => /certificates|verifies/.test(purpose) && purpose.includes('S3 gateway'));
	expect(built.map(({ what, commands }) => [what, commands])).toEqual([['root certificates', ['operating']]]);
	await program('python3', 'exit 0');
	const machine = { env: { ...env, SSL_CERT_FILE: '' }, cache: join(folder, 'cache'), releases: NOWHERE };
	const hasNone = !existsSync('/etc/ssl/certs/ca-certificates.crt') && !existsSync('/etc/ssl/cert.pem');
	expect(await built[0]?.isMissing(machine)).toBe(hasNone);
	await program('versitygw', 'exit 0');
	expect(await built[0]?.isMissing(machine)).toBe(false);
});

it('each need is for a command that there is', () => {
	const commands = new Set<string>(['start', 'start without n8n', ...Object.keys(suites)]);
	const named = needs.flatMap((need) => (need.commands === 'all' ? [] : need.commands));
	expect(named.filter((name) => !commands.has(name))).toEqual([]);
	expect(named.length).toBeGreaterThan(programs.length);
});

it('fetches nothing for the tests that is on the machine already', async () => {
	await program('temporal', 'echo "temporal version 1.9.1 (Server 1.32.0, UI 2.54.1)"');
	await fetchPrograms('chaos', { env, cache: join(folder, 'cache') });
	expect(existsSync(join(folder, 'cache'))).toBe(false);
});
