import { readdirSync, readFileSync } from 'node:fs';
import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { lintWorkflows } from '../../../scripts/checks/github/actionlint.mjs';
import { schemaProblems } from '../../../scripts/checks/github/schema-problems.mjs';
import { NODE_VERSIONS } from '../../../scripts/compatibility/node-versions/find-node.mjs';
import { runCommand } from '../../../scripts/processes/run-command.mjs';
import { suites } from '../../../scripts/test/suites.mjs';

const GITHUB = join(workspaceRoot, '.github');
const WORKFLOWS = join(GITHUB, 'workflows');
const FORMS = join(GITHUB, 'ISSUE_TEMPLATE');
const forms = readdirSync(FORMS).filter((file) => file !== 'config.yml');
const workflows = readdirSync(WORKFLOWS);

const stepSchema = z.looseObject({
	uses: z.string().optional(),
	with: z.record(z.string(), z.unknown()).optional(),
	if: z.string().optional(),
	run: z.string().optional(),
});
const workflowSchema = z.looseObject({
	permissions: z.record(z.string(), z.string()),
	jobs: z.record(
		z.string(),
		z.looseObject({ steps: z.array(stepSchema).optional(), 'timeout-minutes': z.number().optional() }),
	),
});
const labelsSchema = z.array(z.strictObject({ name: z.string(), color: z.string(), description: z.string().max(100) }));

const read = (...path: string[]) => readFileSync(join(...path), 'utf8');
const readYaml = (...path: string[]): unknown => parse(read(...path));

let folder: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-github-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** A file that the checks must refuse. */
async function badFile(name: string, text: string): Promise<string> {
	const file = join(folder, name);
	await writeFile(file, text);
	return file;
}

describe('the workflows', () => {
	it('pass the checker', async () => {
		await expect(lintWorkflows(workflows.map((file) => join(WORKFLOWS, file)))).resolves.toBeUndefined();
	});

	it('would not pass it with a wrong expression', async () => {
		const job = 'jobs: { one: { runs-on: ubuntu-24.04, steps: [{ run: "echo ${{ matrix.node }}" }] } }';
		await expect(lintWorkflows([await badFile('bad.yml', `on: push\n${job}\n`)])).rejects.toThrow(
			'"node" is not defined',
		);
	});

	it.each(workflows)('%s names each action by its commit, with the version beside it', (file) => {
		const used = [...read(WORKFLOWS, file).matchAll(/uses: (?!\.\/)(.*)$/gm)].map(([, action = '']) => action);
		expect(used.filter((action) => !/^[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
	});

	it.each(workflows)('%s may only read, keeps no credentials in the checkout, and ends', (file) => {
		const { permissions, jobs } = workflowSchema.parse(readYaml(WORKFLOWS, file));
		expect(Object.values(permissions).filter((right) => right !== 'read')).toEqual([]);
		const steps = Object.values(jobs).flatMap((job) => job.steps ?? []);
		const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
		expect(checkouts.filter((step) => step.with?.['persist-credentials'] !== false)).toEqual([]);
		const ownJobs = Object.values(jobs).filter(({ steps: own }) => own !== undefined);
		expect(ownJobs.filter((job) => job['timeout-minutes'] === undefined)).toEqual([]);
	});

	it('test on every Node that is supported', () => {
		const matrix = /node: (\[.*\])/.exec(read(WORKFLOWS, 'ci.yml'))?.[1] ?? '';
		expect(JSON.parse(matrix)).toEqual(Object.keys(NODE_VERSIONS).map(Number));
	});

	it('run every long suite at night', async () => {
		const program = join(workspaceRoot, 'scripts/test/list-long-suites.mjs');
		const listed = z.array(z.string()).parse(JSON.parse(await runCommand(process.execPath, [program])));
		expect([...listed, 'standard', 'smoke', 'quick'].toSorted()).toEqual(Object.keys(suites).toSorted());
		const scripts = Object.keys(
			z.looseObject({ scripts: z.looseObject({}) }).parse(JSON.parse(read(workspaceRoot, 'package.json'))).scripts,
		);
		expect(listed.filter((suite) => !scripts.includes(`test:${suite}`))).toEqual([]);
	});
});

describe('the nightly workflow', () => {
	it('runs what the suites do not: the oldest and newest version of each product', () => {
		const { jobs } = workflowSchema.parse(readYaml(WORKFLOWS, 'nightly.yml'));
		const commands = Object.values(jobs).flatMap(({ steps = [] }) => steps.map(({ run }) => run ?? ''));
		expect(commands).toContain('npm run test:compatibility -- --outermost');
	});

	it('has more leads synced under more kills than a person waits for', () => {
		expect(read(WORKFLOWS, 'nightly.yml')).toMatch(/AK_SYNCED_LEADS: 500\n +AK_SYNCED_KILLS: 6\n/);
	});

	it("installs Debian's packages for the suites that need them", () => {
		const { jobs } = workflowSchema.parse(readYaml(WORKFLOWS, 'nightly.yml'));
		const installs = (jobs['suite']?.steps ?? []).filter(({ run }) => run?.includes('apt-get install'));
		const conditions = installs.map((step) => step.if);
		for (const suite of ['sandbox', 'cluster']) expect(conditions).toContain(`matrix.suite == '${suite}'`);
	});
});

describe('the other files', () => {
	it.each(forms)('%s is an issue form', async (file) => {
		expect(await schemaProblems(join(FORMS, file), 'github-issue-forms')).toEqual([]);
	});

	it('choose between the forms, and lead elsewhere', async () => {
		expect(await schemaProblems(join(FORMS, 'config.yml'), 'github-issue-config')).toEqual([]);
	});

	it('configure Renovate', async () => {
		expect(await schemaProblems(join(workspaceRoot, 'renovate.json'), 'renovate')).toEqual([]);
	});

	it('would not pass with a wrong field', async () => {
		const renovate = await badFile('renovate.json', '{ "schedule": 7 }');
		const form = await badFile('form.yml', 'name: Bug\ndescription: None\nbody: []\n');
		expect(await schemaProblems(renovate, 'renovate')).not.toEqual([]);
		expect(await schemaProblems(form, 'github-issue-forms')).not.toEqual([]);
	});

	it('use labels that are there', () => {
		const labels = labelsSchema.parse(readYaml(GITHUB, 'labels.yml'));
		const names = labels.map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
		expect(labels.filter(({ color }) => !/^[0-9a-f]{6}$/.test(color))).toEqual([]);
		const labelled = z.looseObject({ labels: z.array(z.string()) });
		const used = [
			...forms.flatMap((file) => labelled.parse(readYaml(FORMS, file)).labels),
			...labelled.parse(JSON.parse(read(workspaceRoot, 'renovate.json'))).labels,
		];
		expect(used.filter((label) => !names.includes(label))).toEqual([]);
	});
});
