import { describe, expect, it } from 'vitest'
import { languageOfTexts } from './detect-language.ts'
import { directionOf } from './languages.ts'

describe('the language of texts', () => {
  it.each([
    [['مرحبا', 'البداية مع API'], 'ar'],
    [['شروع کار', 'نصب و پیکربندی'], 'fa'],
    [['תחילת העבודה'], 'he'],
    [['Быстрый старт', 'Установка'], 'ru'],
    [['Швидкий старт', 'Інсталяція'], 'uk'],
    [['Бързо начало', 'Обяснение'], 'bg'],
    [['快速开始', '使用 Docker 安装'], 'zh'],
    [['はじめに', 'Docker で始める'], 'ja'],
    [['시작하기'], 'ko'],
    [['Πρώτα βήματα'], 'el'],
    [['Getting started', '中文'], undefined],
    [['Erste Schritte', 'Überblick'], undefined],
    [['1', '—'], undefined],
    [[], undefined],
  ])('%j is %s', (texts, language) => {
    expect(languageOfTexts(texts)).toBe(language)
  })

  it.each([
    ['ar', 'rtl'],
    ['fa-IR', 'rtl'],
    ['ug', 'rtl'],
    ['pa-Arab', 'rtl'],
    ['az-Latn', 'ltr'],
    ['arn', 'ltr'],
    ['en', 'ltr'],
  ])('%s is read %s', (language, direction) => {
    expect(directionOf(language)).toBe(direction)
  })
})
