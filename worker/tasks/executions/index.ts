export {
	ADDRESS_LENGTH,
	type Execution,
	executionSchema,
	FLOW_LENGTH,
	type LookedExecution,
	lookedExecutionSchema,
	stoppedWords,
} from './execution';
export { ExecutionLooks } from './look-at-executions';
export { waitedWithin } from './within';
