import { type Command, Option } from 'commander';
import { listOf } from '../options';

export interface FilterOptions {
	countries?: string[];
	emails?: string[];
	excludeEmails?: string[];
	formFields?: string[];
	leadsPerPerson?: 'all' | 'one';
}

/** The options that say which leads a task takes. */
export function addFilterOptions(command: Command): Command {
	return command
		.option('--countries <list>', 'only leads from these countries: two-letter codes or names', listOf)
		.option('--emails <list>', 'only leads whose address matches one of these, such as @shop.example', listOf)
		.option('--exclude-emails <list>', 'no leads whose address matches one of these', listOf)
		.option('--form-fields <list>', 'only leads with these form fields: budget, or budget=high', listOf)
		.addOption(
			new Option('--leads-per-person <count>', 'one: one lead per person, by address or telephone number').choices([
				'all',
				'one',
			]),
		);
}

/** The conditions as a part of an input. */
export function filterIn({ countries, emails, excludeEmails, formFields, leadsPerPerson }: FilterOptions) {
	return { countries, emails, excludeEmails, formFields, leadsPerPerson };
}
