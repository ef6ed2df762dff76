import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspaceRoot } from '../build/workspace-root.mjs';
import { runCommand } from '../processes/run-command.mjs';
import { loadSecrets, readSecret, SECRETS_FILE } from './secrets.mjs';

let folder: string;
let file: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'ak-secrets-'));
	file = join(folder, SECRETS_FILE);
});
afterEach(() => rm(folder, { recursive: true }));

const show = (...args: string[]) =>
	runCommand(process.execPath, [join(workspaceRoot, 'scripts/show-secret.mjs'), ...args]);

it('makes secrets once, readable by their owner alone', async () => {
	const made = await loadSecrets(file);
	expect(await loadSecrets(file)).toEqual(made);
	expect((await stat(file)).mode & 0o077).toBe(0);
});

it('shows one of them, and nothing else', async () => {
	const { gatewayToken } = await loadSecrets(file);
	expect(await show('gatewayToken', '--data-dir', folder)).toBe(`${gatewayToken}\n`);
});

it('names those there are when asked for another, and tells no values', async () => {
	const { apiKey } = await loadSecrets(file);
	const shown = show('token', '--data-dir', folder);
	await expect(shown).rejects.toThrow(/There is no secret "token"\. Choose one of: apiKey, .*gatewayToken/);
	await expect(shown).rejects.not.toThrow(apiKey);
});

it('makes none where there has been no start', async () => {
	await expect(readSecret(file, 'apiKey')).rejects.toThrow('There are no secrets');
	await expect(stat(file)).rejects.toThrow('ENOENT');
});
