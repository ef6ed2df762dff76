import { answersProperly } from '../../../properties/gateway/answers-properly';
import { startWorld, type World } from '../../../properties/gateway/world';

/** A few of the requests of `npm run test:properties`, always the same ones. */
const REQUESTS = 200;
const SEED = 1;

let world: World;
beforeAll(async () => {
	world = await startWorld();
});
afterAll(() => world.close());

test(`${REQUESTS} requests of every kind get no 5xx that is not documented, and none hangs`, async () => {
	const { seen } = await answersProperly(world, { requests: REQUESTS, seed: SEED });
	expect(seen.size).toBeGreaterThan(50);
});
