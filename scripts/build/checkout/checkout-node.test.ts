import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { linkCheckoutNode } from './checkout-node.mjs';

test('the Node of a checkout is the first on the path of its scripts, whatever npm has linked', async () => {
	const root = await mkdtemp(join(tmpdir(), 'agent-knowledge-node-'));
	const modules = join(root, 'node_modules');
	const program = join(modules, `node-${process.platform}-${process.arch}`, 'bin');
	await mkdir(join(modules, '.bin'), { recursive: true });
	await linkCheckoutNode(root);
	await mkdir(program, { recursive: true });
	await symlink(process.execPath, join(program, 'node'));
	await linkCheckoutNode(root);
	await linkCheckoutNode(root);
	const { stdout } = await promisify(execFile)('node', ['--print', 'process.version'], {
		env: { PATH: join(modules, '.bin') },
	});
	expect(stdout.trim()).toBe(process.version);
	await rm(root, { recursive: true });
});
