const { TestEnvironment } = require('jest-environment-node');

/** So long a test or a hook may take at least, whatever it asks for: a busy machine fails no test. */
const PATIENCE_MS = 300_000;

/** Jest's own environment, in which time limits only end what would never end. */
class PatientEnvironment extends TestEnvironment {
	handleTestEvent(event, state) {
		const limited = { test_start: event.test, hook_start: event.hook }[event.name];
		if (limited) limited.timeout = Math.max(limited.timeout ?? state.testTimeout, PATIENCE_MS);
	}
}

module.exports = PatientEnvironment;
