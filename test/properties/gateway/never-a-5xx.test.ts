import { randomInt } from 'node:crypto';
import { answersProperly } from './answers-properly';
import { startWorld, type World } from './world';

const REQUESTS = Number(process.env.GATEWAY_PROPERTIES_REQUESTS ?? 20_000);
/** The same seed makes the same requests. */
const SEED = Number(process.env.GATEWAY_PROPERTIES_SEED ?? randomInt(2 ** 31));

/** An upper bound against hanging. */
const SLOWEST_MS = 10_000;

let world: World;
beforeAll(async () => {
	world = await startWorld();
});
afterAll(() => world.close());

test(`answers ${REQUESTS} requests of seed ${SEED} without a 5xx that is not documented, and none later than ${SLOWEST_MS / 1_000} s`, async () => {
	const { routes, seen } = await answersProperly(world, { requests: REQUESTS, seed: SEED, slowestMs: SLOWEST_MS });
	// Each route was met, and most of them with success as well: the requests get far.
	const met = routes.filter((route) => [...seen].some((each) => each.startsWith(`${route} `)));
	expect(met).toEqual(routes);
	const well = routes.filter((route) =>
		[...seen].some((each) => new RegExp(` 2\\d\\d$`).test(each) && each.startsWith(`${route} `)),
	);
	expect(well.length).toBeGreaterThan(routes.length / 2);
});
