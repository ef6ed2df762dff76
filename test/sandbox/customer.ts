/** An answer of the customer API, as it came. */
export interface Answer {
	status: number;
	headers: Headers;
	body: unknown;
}

/** A caller of the customer API with one key; it checks nothing and repeats nothing. */
export function customer(apiUrl: string, key: string | null) {
	return async function call(method: string, path: string, body?: unknown): Promise<Answer> {
		const response = await fetch(`${apiUrl}/api/v1${path}`, {
			method,
			headers: {
				...(key === null ? {} : { authorization: `Bearer ${key}` }),
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
			},
			body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
		});
		const text = await response.text();
		return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
	};
}

export type Customer = ReturnType<typeof customer>;

/** Asks again and again until the answer is as wanted. Times out with jest. */
export async function until<Result>(
	ask: () => Promise<Result>,
	isWanted: (result: Result) => boolean,
): Promise<Result> {
	for (;;) {
		const result = await ask();
		if (isWanted(result)) return result;
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
}
