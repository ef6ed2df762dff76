import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const script = path.join(__dirname, '../../../scripts/generate/generate.mjs');

describe('generated files', () => {
	it('are what the contract makes of them today', async () => {
		// Fails with the name of each file that is out of date.
		await expect(promisify(execFile)(process.execPath, [script, '--check'])).resolves.toMatchObject({ stderr: '' });
	});
});
