import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AuthModule } from '../auth/auth.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { AnswerCache } from './answer-cache.js';
import { FastLane } from './fast-lane.js';

/** The lane for plain reads in front of Express and Nest's chain. */
@Module({ imports: [DiscoveryModule, AuthModule, LimitsModule], providers: [FastLane, AnswerCache] })
export class FastLaneModule {}
