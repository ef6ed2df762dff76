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

it('creates secrets once, readable only by their owner', async () => {
	const made = await loadSecrets(file);
	expect(await loadSecrets(file)).toEqual(made);
	expect((await stat(file)).mode & 0o077).toBe(0);
});

it('shows one of them, and nothing else', async () => {
	const { gatewayToken } = await loadSecrets(file);
	expect(await show('gatewayToken', '--data-dir', folder)).toBe(`${gatewayToken}\n`);
});

it('lists the known names for an unknown one, and shows no values', async () => {
	const { apiKey } = await loadSecrets(file);
	const shown = show('token', '--data-dir', folder);
	await expect(shown).rejects.toThrow(/There is no secret "token"\. Choose one of: apiKey, .*gatewayToken/);
	await expect(shown).rejects.not.toThrow(apiKey);
});

it('creates none without an earlier start', async () => {
	await expect(readSecret(file, 'apiKey')).rejects.toThrow('There are no secrets');
	await expect(stat(file)).rejects.toThrow('ENOENT');
});
