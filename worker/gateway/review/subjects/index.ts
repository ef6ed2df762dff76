import type { SubjectName } from '../../../tasks/subjects';
import type { PageSubject } from '../subject';
import { mailPage } from './mail/page';
import { planPage } from './plan/page';

/** The pages of the subjects, by their names. One that is missing here does not compile. */
const PAGES: Readonly<Record<SubjectName, PageSubject>> = { mail: mailPage, plan: planPage };

export const pageSubjects: ReadonlyMap<string, PageSubject> = new Map(Object.entries(PAGES));
