import { type ChaosOptions, ChaosStack } from './chaos-stack';

/**
 * One stack for the tests of a file. It is stopped after them whatever became of them, also when it was still
 * starting when its test was ended.
 * @returns the stack, once the tests run
 */
export function withChaosStack(options: ChaosOptions = {}): () => ChaosStack {
	let starting: Promise<ChaosStack> | undefined;
	let chaos: ChaosStack | undefined;
	beforeAll(async () => {
		starting = ChaosStack.start(options);
		chaos = await starting;
	});
	afterAll(async () => {
		await (await starting)?.stop();
	});
	return () => {
		if (!chaos) throw new Error('The stack did not start.');
		return chaos;
	};
}
