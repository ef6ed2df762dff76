import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findCommand } from '../../../scripts/processes/find-command.mjs';
import { freePort } from '../../../scripts/processes/free-port.mjs';
import { startService } from '../../../scripts/processes/service.mjs';
import { StackProcess } from '../stack/stack-process';

/** Each job is on the disk before n8n learns that the queue has it, and no job is dropped for lack of memory. */
const DURABLE = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', '', '--maxmemory-policy', 'noeviction'];

/** Redis for n8n's queue. @param folder for its data and log; made */
export async function startRedis(folder: string): Promise<{ port: number; process: StackProcess }> {
	const command = await findCommand('redis-server');
	if (command === null) throw new Error('These tests need Redis. On Debian: apt-get install redis-server');
	const data = join(folder, 'redis');
	await mkdir(data, { recursive: true });
	const port = await freePort();
	const process = new StackProcess('redis', async () => {
		const service = await startService({
			name: 'Redis',
			command,
			logFile: join(folder, 'redis.log'),
			args: ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', data, ...DURABLE],
		});
		const ready = (line: string) => (line.includes('Ready to accept connections') ? line : null);
		await service.firstLine('it accepted connections', ready, 60_000);
		return service;
	});
	await process.start();
	return { port, process };
}
