/** Who may import whom. Everything that is not allowed here is an error. */
const ours = '^(api|workflows|worker|sandbox|nodes|credentials|task-nodes|test|scripts)/';

/** `from` may import, of our own folders, only what `allowed` names (and itself). */
const only = (name, from, allowed, comment) => ({
	name,
	comment,
	severity: 'error',
	from: { path: from, pathNot: '\\.test\\.ts$' },
	to: { path: ours, pathNot: [from, ...allowed] },
});

/** The rooms of a folder, from the top down: each may import what stands below it. */
const ROOMS = {
	worker: [
		'cli',
		'bootstrap',
		'gateway',
		'activities',
		'privacy',
		'webhooks',
		'observability',
		'tasks',
		'config',
		'hooks',
		'knowledge',
		'reports',
		'destinations',
		'storage',
		'connections',
		'pacing',
		'temporal',
		'net',
		'problems',
		'settings',
		'log',
	],
	sandbox: [
		'bootstrap',
		'dashboard',
		'admin',
		'mcp',
		'widget',
		'operations',
		'faults',
		'server',
		'demo',
		'email',
		'chat',
		'training',
		'conversations',
		'account',
		'crawler',
		'search',
		'runtime',
		'problems',
		'database',
		'documents',
		'browser',
	],
	'worker/gateway/console': [
		'shell',
		'overview',
		'incidents',
		'start',
		'notifications',
		'persons',
		'destinations',
		'connections',
		'schedules',
		'knowledge',
		'syncs',
		'tasks',
		'bulk',
		'forms',
		'parts',
		'api',
		'words',
	],
};

/** What a task takes and gives, in zod: the workflows themselves know its types only. */
const CONTRACTS = '^workflows/.*contracts?\\.ts$';

/** Texts for people that browsers load too: they import nothing. */
const PLAIN_TEXTS = '^worker/tasks/executions/execution-words\\.ts$';

/** What stands in a folder beside its rooms. */
const NO_ROOM = ['/dist/', '^worker/bin/', '^worker/gateway/console/[^/]+$'];

const roomsOf = ([folder, rooms]) => [
	...rooms.slice(1).map((room, index) => ({
		name: `${folder}-${room}-imports-down`,
		comment: `The rooms of ${folder}/ from the top down: ${rooms.join(', ')}.`,
		severity: 'error',
		from: { path: `^${folder}/${room}/`, pathNot: ['\\.test\\.ts$', '/testing/'] },
		to: { path: `^${folder}/(${rooms.slice(0, index + 1).join('|')})/` },
	})),
	{
		name: `${folder}-has-these-rooms`,
		comment: `Code of ${folder}/ stands in one of its rooms.`,
		severity: 'error',
		from: { path: `^${folder}/`, pathNot: [`^${folder}/(${rooms.join('|')})/`, ...NO_ROOM] },
		to: {},
	},
];

module.exports = {
	forbidden: [
		...Object.entries(ROOMS).flatMap(roomsOf),
		{
			name: 'no-circles',
			comment: 'Data flows one way, types too.',
			severity: 'error',
			from: {},
			to: { circular: true },
		},
		{
			name: 'no-circles-of-folders',
			comment: 'Folders import one way as well.',
			severity: 'error',
			scope: 'folder',
			from: {},
			to: { circular: true },
		},
		only('api-stands-alone', '^api/', [], 'The contract knows nobody.'),
		only(
			'nodes-know-types-of-api',
			'^(nodes|credentials)/',
			['^(nodes|credentials|api)/'],
			'The node package imports types of the contract only.',
		),
		only(
			'task-nodes-know-types-of-api',
			'^task-nodes/',
			['^api/'],
			'The task node package imports types of the contract only.',
		),
		only(
			'workflows-know-types-of-api',
			'^workflows/',
			['^api/'],
			'Workflows are deterministic; they import types of the contract only.',
		),
		only(
			'worker-knows-workflows-and-api',
			'^worker/',
			['^(workflows|api)/'],
			'The worker implements the ports of the workflows over the contract.',
		),
		{
			name: 'routes-know-no-other-route',
			comment: 'A route reads requests. What several of them need is a service, or a reply.',
			severity: 'error',
			from: { path: '^worker/gateway/routes/', pathNot: ['\\.test\\.ts$'] },
			to: { path: '^worker/gateway/routes/' },
		},
		{
			name: 'console-knows-types-of-worker',
			comment: 'What browsers load has no code of the worker, but plain texts.',
			severity: 'error',
			from: { path: '^worker/gateway/console/', pathNot: ['\\.test\\.ts$'] },
			to: {
				path: '^(worker|workflows|api)/',
				pathNot: ['^worker/gateway/console/', PLAIN_TEXTS],
				dependencyTypesNot: ['type-only'],
			},
		},
		{
			name: 'console-imports-preact-only',
			comment:
				'Each library makes the console slower to load. docs/decisions/console-with-preact.md says which it has.',
			severity: 'error',
			from: { path: '^worker/gateway/console/', pathNot: ['\\.test\\.ts$'] },
			to: {
				path: 'node_modules',
				pathNot: 'node_modules/(preact|preact-iso|@preact/signals)/',
				dependencyTypesNot: ['type-only'],
			},
		},
		only('sandbox-knows-api', '^sandbox/', ['^api/'], 'The sandbox is held against the contract.'),
		{
			name: 'types-only-from-api',
			comment: 'What the nodes and workflows need of the table at run time is generated into them.',
			severity: 'error',
			from: { path: '^(nodes|credentials|task-nodes|workflows)/', pathNot: ['\\.test\\.ts$', CONTRACTS] },
			to: { path: '^api/', dependencyTypesNot: ['type-only'] },
		},
		{
			name: 'nodes-have-no-runtime-dependency',
			comment: 'n8n verifies packages without runtime dependencies only.',
			severity: 'error',
			from: { path: '^(nodes|credentials|task-nodes)/', pathNot: ['\\.test\\.ts$', '/dist/'] },
			to: { path: 'node_modules', pathNot: 'node_modules/n8n-workflow', dependencyTypesNot: ['type-only'] },
		},
		{
			name: 'workflows-import-temporal-only',
			comment: 'Anything else would come into the workflow bundle.',
			severity: 'error',
			from: { path: '^workflows/', pathNot: ['\\.test\\.ts$', CONTRACTS] },
			to: {
				path: 'node_modules',
				pathNot: 'node_modules/@temporalio/(workflow|common)',
				dependencyTypesNot: ['type-only'],
			},
		},
		{
			name: 'workflows-know-types-of-contracts',
			comment: 'A contract brings zod, which would come into the workflow bundle.',
			severity: 'error',
			from: { path: '^workflows/', pathNot: ['\\.test\\.ts$', CONTRACTS] },
			to: { path: CONTRACTS, dependencyTypesNot: ['type-only'] },
		},
		{
			name: 'contracts-import-zod-only',
			comment: 'A contract is read by everybody, so it brings nothing else along.',
			severity: 'error',
			from: { path: CONTRACTS },
			to: { path: 'node_modules', pathNot: 'node_modules/zod' },
		},
		{
			name: 'reviews-know-no-subject',
			comment: 'A subject comes to the room of decisions; the room is the same for all.',
			severity: 'error',
			from: {
				path: '^(workflows/review|worker/(tasks/reviews|activities/review|gateway/review))/',
				pathNot: ['\\.test\\.ts$', '^worker/gateway/review/subjects/'],
			},
			to: { path: '^(workflows/(email|knowledge-sync)|worker/gateway/review/subjects)/' },
		},
		{
			name: 'nobody-imports-worker-or-sandbox',
			comment: 'Only tests and scripts do.',
			severity: 'error',
			from: { path: ours, pathNot: ['^(worker|sandbox|test|scripts)/', '\\.test\\.ts$'] },
			to: { path: '^(worker|sandbox)/' },
		},
		{
			name: 'no-unresolved',
			comment: 'An import that resolves to nothing.',
			severity: 'error',
			from: {},
			to: { couldNotResolve: true },
		},
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		exclude: { path: '(^|/)dist/' },
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.json' },
		enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['require', 'node', 'default', 'types'] },
	},
};
