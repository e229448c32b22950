import type { SearchSettings } from '../../../engine/engine.ts';
import type { AnswerSettings } from './answer-settings.ts';

/** What a search reads beside its parameters. */
export interface SearchConditions {
  loose: boolean;
  search: Omit<SearchSettings, 'family'>;
  answers: AnswerSettings;
  nowMs: number;
}
