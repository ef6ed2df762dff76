// @ts-check
/**
 * `npm run check:secrets`: scans the tracked files and the whole history for secrets with gitleaks. `.gitleaks.toml`
 * names what only looks like one. First, the scan has to find a made-up key.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { workspaceRoot } from '../../build/workspace-root.mjs';
import { cacheFolder } from '../../cache/cache-folder.mjs';
import { runCommand } from '../../processes/run-command.mjs';
import { endWith, ReadableError } from '../../readable-error.mjs';
import { findGitleaks } from './find-gitleaks.mjs';

const REMEDY =
	'Remove the secret, and replace it where it was valid. If it only looks like one, add it to .gitleaks.toml.';

try {
	const gitleaks = await findGitleaks({ env: process.env, cache: cacheFolder(), report: console.log });
	const options = ['--config', path.join(workspaceRoot, '.gitleaks.toml'), '--redact', '--no-banner', '--verbose'];
	await proveThatItFinds(gitleaks, options);
	await runCommand(gitleaks, ['git', workspaceRoot, ...options], { whatToDo: REMEDY });
	console.log('No secret in the history.');
	await runCommand(gitleaks, ['git', workspaceRoot, '--pre-commit', ...options], { whatToDo: REMEDY });
	console.log('No secret in the files that are not committed.');
} catch (error) {
	endWith(error);
}

/**
 * A scan that finds nothing may scan nothing. So it first has to find a key that was never valid.
 * @param {string} gitleaks
 * @param {string[]} options
 */
async function proveThatItFinds(gitleaks, options) {
	const folder = await mkdtemp(path.join(tmpdir(), 'agent-knowledge-secrets-'));
	try {
		const letters = randomBytes(36).toString('base64url').replace(/[-_]/g, 'x').slice(0, 36);
		await writeFile(path.join(folder, 'settings.txt'), `token = "ghp_${letters}"\n`);
		const found = await runCommand(gitleaks, ['dir', folder, ...options]).then(
			() => false,
			() => true,
		);
		if (!found) throw new ReadableError('gitleaks did not find a made-up key.', 'Check .gitleaks.toml.');
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
