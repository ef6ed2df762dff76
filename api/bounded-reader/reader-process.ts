import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { z } from 'zod';
import type { Reason, replySchema } from './bounded-reader';

const MEMORY_CHECK_MS = 250;

/** If the machine or the container runs out of memory, Linux ends this process before the service. */
const OOM_SCORE = '/proc/self/oom_score_adj';
try {
	writeFileSync(OOM_SCORE, '1000');
} catch {
	// Another system, or one that forbids it. The bounds below still count.
}

/**
 * The process of a reader. The work is in a thread, so that this one can measure its memory, and end when the service
 * ends. Arguments: the thread's file, the limit of its heap in MB, and how much the process may grow in MB.
 */
const [thread = '', heapMb, processMb] = process.argv.slice(2);
const worker = new Worker(thread, {
	env: {},
	resourceLimits: { maxOldGenerationSizeMb: Number(heapMb) },
	stdout: true,
	stderr: true,
});
let grownFrom = Number.POSITIVE_INFINITY;

worker.on('message', (result: unknown) => {
	grownFrom = Number.POSITIVE_INFINITY;
	reply({ result });
});
worker.on('error', (error) => fail(isOutOfMemory(error) ? 'memory' : 'broken'));
worker.on('exit', () => fail('broken'));
process.on('message', (task) => {
	grownFrom = process.memoryUsage.rss();
	worker.postMessage(task);
});
process.on('disconnect', () => process.exit());
// A terminal sends these to all processes. The service ends this one when it has noted what it was doing.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
setInterval(() => {
	if ((process.memoryUsage.rss() - grownFrom) / 1024 / 1024 > Number(processMb)) fail('memory');
}, MEMORY_CHECK_MS);

function fail(reason: Reason): void {
	worker.removeAllListeners();
	// An error after this one must not end the process before the reply.
	worker.on('error', () => undefined);
	reply({ failed: reason }, () => process.exit());
}

function reply(message: z.infer<typeof replySchema>, sent?: () => void): void {
	process.send?.(message, undefined, undefined, () => sent?.());
}

function isOutOfMemory(error: unknown): boolean {
	return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
