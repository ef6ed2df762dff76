const { TestEnvironment } = require('jest-environment-node');

/** Shortest time limit of a test or a hook, whatever it names itself: a busy machine fails no test. ms */
const LEAST_LIMIT_MS = 300_000;

/** Jest's Node environment, with time limits that end only what hangs. */
class EnvironmentWithLimits extends TestEnvironment {
	handleTestEvent(event, state) {
		const limited = { test_start: event.test, hook_start: event.hook }[event.name];
		if (limited) limited.timeout = Math.max(limited.timeout ?? state.testTimeout, LEAST_LIMIT_MS);
	}
}

module.exports = EnvironmentWithLimits;
