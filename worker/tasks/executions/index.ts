export {
	ADDRESS_LENGTH,
	type Execution,
	executionSchema,
	FLOW_LENGTH,
	type LookedExecution,
	lookedExecutionSchema,
	unnamed,
} from './execution';
export { executionName, executionSentence } from './execution-words';
export { ExecutionLooks } from './look-at-executions';
export { waitedWithin } from './within';
