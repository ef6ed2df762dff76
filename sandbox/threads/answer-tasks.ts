import { parentPort } from 'node:worker_threads';

/** The side of the thread: answers tasks as they come. What nobody foresaw ends the thread, and so reaches who asked. */
export function answerTasks(work: (task: unknown) => unknown): void {
	parentPort?.on('message', (task: unknown) => {
		Promise.resolve(task)
			.then(work)
			.then(
				(answer) => parentPort?.postMessage(answer),
				(error: unknown) =>
					process.nextTick(() => {
						throw error;
					}),
			);
	});
}
