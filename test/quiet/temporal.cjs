// Workers inside the tests tell each of their states, and every failure of a workflow that a test asks for.
const { DefaultLogger, Runtime } = require('@temporalio/worker');

Runtime.install({
	logger: new DefaultLogger('ERROR'),
	telemetryOptions: { logging: { filter: { core: 'ERROR', other: 'ERROR' } } },
});
