import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../processes/run-command.mjs';
import { changedSince } from './changed-since.mjs';

let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-changed-'));
	await git('init', '--quiet', '--initial-branch', 'main');
});
afterEach(() => rm(folder, { recursive: true }));

async function git(...args: string[]): Promise<string> {
	const author = ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.com', '-c', 'commit.gpgsign=false'];
	return (await runCommand('git', [...author, ...args], { cwd: folder })).trim();
}

async function commit(text: string): Promise<string> {
	await writeFile(join(folder, 'file'), text);
	await git('add', '.');
	await git('commit', '--quiet', '--message', text);
	return git('rev-parse', 'HEAD');
}

it('is where the branch left the trunk, however many commits it has', async () => {
	await commit('one');
	const left = await commit('two');
	await git('checkout', '--quiet', '-b', 'work');
	await commit('three');
	await commit('four');
	expect(await changedSince(folder)).toBe(left);
});

it('is the commit before the last one on the trunk', async () => {
	const first = await commit('one');
	await commit('two');
	expect(await changedSince(folder)).toBe(first);
});

it('is the only commit of a new repository', async () => {
	await commit('one');
	expect(await changedSince(folder)).toBe('HEAD');
});
