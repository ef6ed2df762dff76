/** The partial result of a task that did not complete. @param type of its failure */
export async function partial(task: { result(): Promise<unknown> }, type = 'cancelled'): Promise<unknown> {
	const failure: unknown = await task.result().then(
		() => null,
		(error: unknown) => error,
	);
	const cause: unknown = Reflect.get(Object(failure), 'cause');
	expect(cause).toMatchObject({ type });
	const details: unknown = Reflect.get(Object(cause), 'details');
	return Array.isArray(details) ? details[1] : null;
}
