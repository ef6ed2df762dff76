import { useMemo, useState } from 'preact/hooks';
import { newKey } from '../api/gateway';
import { useAction } from '../parts/use-action';
import { Intention } from './intention';
import type { LabelledProps } from './labelled';
import { type FieldProblem, problemsAt, sentenceOf } from './problems';
import { refusalOf } from './refusal';
import { type Refusals, useRefusals } from './use-refusals';

export interface FormOptions<Values> {
	/** What stands in the form at first. Later values are ignored, so that nothing typed is lost. */
	initial: Values;
	/** What is wrong before anything is sent. */
	check?: (values: Values) => FieldProblem[];
	/** @param key the Idempotency-Key: the same while the outcome of these values is unknown */
	send: (values: Values, key: string) => Promise<void>;
	/** What to do if the request may have worked. */
	unknownOutcome: string;
}

export interface Form<Values> {
	values: Values;
	/** Whether something would be lost if the form went away. */
	isDirty: boolean;
	isBusy: boolean;
	refusals: Refusals;
	change: (changed: Partial<Values>) => void;
	submit: () => void;
}

/** A form with a few fields. Everything typed stays until the gateway has taken it. */
export function useForm<Values extends object>(options: FormOptions<Values>): Form<Values> {
	const [values, setValues] = useState(options.initial);
	const [isDirty, setDirty] = useState(false);
	const { refusals, refuse, forget, clear } = useRefusals();
	const intention = useMemo(() => new Intention(newKey), []);
	const { isBusy, run } = useAction(
		(error) => {
			const { problems, sentences } = refusalOf(error, Object.keys(values), options.unknownOutcome);
			refuse(problems, sentences);
		},
		async () => {
			await intention.send(values, (key) => options.send(values, key));
			setDirty(false);
			return undefined;
		},
	);
	return {
		...{ values, isDirty, isBusy, refusals },
		change: (changed) => {
			setValues((before) => ({ ...before, ...changed }));
			setDirty(true);
			for (const name of Object.keys(changed)) forget(name);
		},
		submit: () => {
			const problems = options.check?.(values) ?? [];
			if (problems.length > 0) return refuse(problems);
			clear();
			void run();
		},
	};
}

/** What a labelled control shows of a field: its words, and what is wrong with it. */
export function fieldOf<Values extends object>(
	{ refusals }: Pick<Form<Values>, 'refusals'>,
	name: keyof Values & string,
	{ label, help = '', isRequired = false }: { label: string; help?: string; isRequired?: boolean },
): LabelledProps {
	const problems = problemsAt(refusals.problems, name).map(({ path, message }) =>
		sentenceOf(/^\d+$/.test(path) ? `${label}, line ${Number(path) + 1},` : label, message),
	);
	return { id: `field-${name}`, label, help, isRequired, problems };
}
