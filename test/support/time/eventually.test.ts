import { eventually, isThere } from './eventually';

/** Passes only when somebody pauses. */
function clock() {
	const pauses: number[] = [];
	return {
		pauses,
		pause: (ms: number) => {
			pauses.push(ms);
			return Promise.resolve();
		},
	};
}

/** Sees these one after the other, and the last of them from then on. */
function seeing<Seen>(...all: Seen[]) {
	let looks = 0;
	return () => all[Math.min((looks += 1), all.length) - 1] as Seen;
}

const why = 'the mail is sent by a workflow of its own';

test('gives what it saw, without a pause if that was there at once', async () => {
	const { pauses, pause } = clock();
	expect(
		await eventually(
			() => Promise.resolve([1, 2]),
			({ length }) => length === 2,
			why,
			{ pause },
		),
	).toEqual([1, 2]);
	expect(pauses).toEqual([]);
});

test('looks more often at first, and as often as it was told from then on', async () => {
	const { pauses, pause } = clock();
	await eventually(seeing(0, 1, 2, 3, 4, 5, 6, 7), (seen) => seen === 7, why, { pause });
	expect(pauses).toEqual([5, 10, 20, 40, 80, 100, 100]);
});

test('takes a throw for not yet: of the look, and of an assertion about what it saw', async () => {
	const { pause } = clock();
	let looks = 0;
	const look = () => {
		looks += 1;
		if (looks === 1) throw new Error('nobody listens yet');
		return looks;
	};
	expect(await eventually(look, (seen) => expect(seen).toBe(4), why, { pause })).toBe(4);
});

test('knows the type of what a guard accepts', async () => {
	const { pause } = clock();
	const name: string = await eventually(seeing<string | null | undefined>(null, undefined, ''), isThere, why, {
		pause,
	});
	expect(name).toBe('');
});

test('gives up after so many looks, however long they take, and says why it waited and what it saw last', async () => {
	const { pauses, pause } = clock();
	const failed = eventually(seeing({ mails: 0 }, { mails: 1 }), ({ mails }) => mails === 2, why, { looks: 3, pause });
	await expect(failed).rejects.toThrow(`Waited in vain: ${why}. Looks: 3. The last one saw: { mails: 1 }`);
	expect(pauses).toHaveLength(2);
});

test('names the last error too, and keeps it as the cause', async () => {
	const { pause } = clock();
	const refused = new Error('nobody listens');
	const look = () => Promise.reject<string>(refused);
	const failed = eventually(look, isThere, why, { looks: 2, pause });
	await expect(failed).rejects.toMatchObject({ cause: refused });
	await expect(failed).rejects.toThrow('Error: nobody listens');
	const judged = eventually(
		() => 'an email',
		(seen) => expect(seen).toBe('a letter'),
		why,
		{ looks: 2, pause },
	);
	await expect(judged).rejects.toThrow(/saw: an email\nAssertionError: .*'a letter'/);
});

test('shows the end of what is long, such as a log', async () => {
	const { pause } = clock();
	const log = `${'line\n'.repeat(10_000)}the end`;
	const failed = eventually(
		() => log,
		(seen) => seen === '',
		why,
		{ looks: 1, pause },
	);
	const message = await failed.then(String, String);
	expect(message).toMatch(/the end$/);
	expect(message.length).toBeLessThan(3_000);
});
